/** Set before Monaco loads: where its worker comes from, and which Trusted Types policy it uses. */
interface PolicyRules {
  createHTML(text: string): string;
  createScriptURL(text: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): unknown;
}

interface Scope {
  trustedTypes?: PolicyFactory;
  MonacoEnvironment?: { createTrustedTypesPolicy(): unknown; getWorker(): Worker };
}

const scope = globalThis as unknown as Scope;

// Monaco asks for some ten policies by name, all identities over HTML that it escaped itself. One keeps the CSP short.
const policy = scope.trustedTypes?.createPolicy('glyph-monaco', {
  createHTML: (text) => text,
  createScriptURL: (text) => text,
});

scope.MonacoEnvironment = {
  createTrustedTypesPolicy: () => policy,
  getWorker: () =>
    new Worker(new URL('monaco-editor/editor/editor.worker', import.meta.url), {
      type: 'module',
      name: 'monaco-editor',
    }),
};

export {};
