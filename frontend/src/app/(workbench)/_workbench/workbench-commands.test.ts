import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandRegistry } from '@/lib/commands/registry';
import { WORKBENCH_COMMANDS } from './workbench-commands';

/** Chromium or Firefox keep these for themselves, or people rely on them too much to take them. */
const TAKEN = ['mod+t', 'mod+n', 'mod+w', 'mod+shift+n', 'mod+shift+t', 'mod+tab', 'mod+l', 'f5', 'f11', 'f12'];

describe('the workbench’s commands', () => {
  const registry = new CommandRegistry();
  registry.register(WORKBENCH_COMMANDS);

  it('claim no chord twice', () => {
    expect(registry.clashes()).toEqual([]);
  });

  it('leave the browser’s own chords alone', () => {
    const chords = WORKBENCH_COMMANDS.flatMap(({ keys }) => keys ?? []);
    expect(chords.filter((chord) => TAKEN.includes(chord))).toEqual([]);
  });

  it('offer nothing about a document while none is open', () => {
    const offered = registry.offered().map(({ id }) => id);
    expect(offered).not.toContain('document.close');
    expect(offered).toContain('view.quickOpen');
  });

  it('offer a phone nothing that only a wide screen has', () => {
    const desktopOnly = ['view.sideBar', 'view.split', 'view.preview', 'view.editor', 'view.nextRegion'];
    const offered = () => registry.offered().map(({ id }) => id);
    expect(offered()).toEqual(expect.arrayContaining(desktopOnly));
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(offered().filter((id) => desktopOnly.includes(id))).toEqual([]);
  });
});

afterEach(() => vi.unstubAllGlobals());
