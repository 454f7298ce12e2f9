// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useDocuments } from '@/lib/documents/document-store';
import { drafts } from '@/lib/documents/draft-keeper';
import { goToLogin } from './go-to-login';

const base = { text: 'on disk', hash: 'h1' };

beforeEach(() => {
  useDocuments.setState({ documents: {}, order: [], active: null });
  useDocuments.getState().open('a.md');
  useDocuments.getState().patch('a.md', { phase: 'ready', editable: true, text: 'mine', base });
});

describe('leaving for the login', () => {
  it('writes unsaved text again before it leaves', async () => {
    const steps: string[] = [];
    vi.spyOn(drafts, 'write').mockImplementation(async ({ path }) => steps.push(`kept ${path}`) > 0);
    await goToLogin((address) => steps.push(address.split('?')[0] ?? ''));
    expect(steps).toEqual(['kept a.md', '/login']);
  });

  it('stays when the browser keeps no drafts', async () => {
    vi.spyOn(drafts, 'write').mockResolvedValue(false);
    const leave = vi.fn();
    expect(await goToLogin(leave)).toBe(false);
    expect(leave).not.toHaveBeenCalled();
  });
});
