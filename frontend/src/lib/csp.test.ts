import { describe, expect, it } from 'vitest';
import { buildPolicy } from './csp';

describe('the content security policy', () => {
  const policy = buildPolicy({ nonce: 'abc==' });

  it('runs scripts by nonce alone, and enforces Trusted Types', () => {
    expect(policy).toContain("script-src 'nonce-abc==' 'strict-dynamic';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('allows inline styles as attributes only', () => {
    const inline = policy.split('; ').filter((directive) => directive.includes("'unsafe-inline'"));
    expect(inline).toEqual(["style-src-attr 'unsafe-inline'"]);
  });

  it('lets nothing frame the page, move its base, or run a worker from a blob', () => {
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("worker-src 'self'");
    expect(policy).not.toContain('blob:');
  });

  it('upgrades plain requests on an https origin only', () => {
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(buildPolicy({ nonce: 'abc==', https: true })).toContain('upgrade-insecure-requests');
  });

  it('lets the development build evaluate strings, and nothing else', () => {
    const development = buildPolicy({ nonce: 'abc==', development: true });
    expect(development).toContain("'unsafe-eval'");
    expect(development).not.toContain('require-trusted-types-for');
  });
});
