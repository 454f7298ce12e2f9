import { describe, expect, it, vi } from 'vitest';
import { matchesChord, printChord } from './keys';
import { type Command, CommandRegistry } from './registry';

function command(fields: Partial<Command> & { id: string }): Command {
  return { title: fields.id, category: 'Test', run: () => undefined, ...fields };
}

function press(key: string, held: Partial<Record<'ctrl' | 'meta' | 'alt' | 'shift', boolean>> = {}, code = '') {
  const { ctrl = false, meta = false, alt = false, shift = false } = held;
  return { key, code, ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift };
}

describe('the command registry', () => {
  it('refuses two commands of one id', () => {
    const registry = new CommandRegistry();
    registry.register([command({ id: 'save' })]);
    expect(() => registry.register([command({ id: 'save' })])).toThrow(/twice/);
  });

  it('forgets the commands of a feature that is gone', () => {
    const registry = new CommandRegistry();
    const remove = registry.register([command({ id: 'save' })]);
    remove();
    expect(registry.offered()).toEqual([]);
  });

  it('offers only what makes sense now, sorted by category and title', () => {
    const registry = new CommandRegistry();
    registry.register([
      command({ id: 'b', title: 'Beta' }),
      command({ id: 'a', title: 'Alpha' }),
      command({ id: 'never', when: () => false }),
      command({ id: 'hidden', hidden: true }),
    ]);
    expect(registry.offered().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('does not run a command whose moment has not come', () => {
    const run = vi.fn();
    const registry = new CommandRegistry();
    registry.register([command({ id: 'save', when: () => false, run })]);
    expect(registry.run('save')).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  it('gives a chord to the command that is ready for it', () => {
    const registry = new CommandRegistry();
    registry.register([
      command({ id: 'off', keys: ['f4'], when: () => false }),
      command({ id: 'on', keys: ['f4'], when: () => true }),
    ]);
    expect(registry.forKeys(press('F4'), false)?.id).toBe('on');
  });

  it('names chords that two commands claim at all times', () => {
    const registry = new CommandRegistry();
    registry.register([command({ id: 'a', keys: ['mod+p'] }), command({ id: 'b', keys: ['mod+p'] })]);
    expect(registry.clashes()).toEqual(['mod+p']);
  });
});

describe('a key chord', () => {
  it('takes Ctrl elsewhere and Command on a Mac', () => {
    expect(matchesChord(press('p', { ctrl: true }), 'mod+p', false)).toBe(true);
    expect(matchesChord(press('p', { meta: true }), 'mod+p', true)).toBe(true);
    expect(matchesChord(press('p', { ctrl: true }), 'mod+p', true)).toBe(false);
  });

  it('does not match with a modifier more or less', () => {
    expect(matchesChord(press('P', { ctrl: true, shift: true }), 'mod+p', false)).toBe(false);
    expect(matchesChord(press('f', { ctrl: true }), 'mod+shift+f', false)).toBe(false);
  });

  it('finds the key by its place on a layout without Latin letters', () => {
    expect(matchesChord(press('з', { ctrl: true }, 'KeyP'), 'mod+p', false)).toBe(true);
    expect(matchesChord(press('∑', { alt: true }, 'KeyW'), 'alt+w', true)).toBe(true);
  });

  it('trusts the letter over the place where the layout has moved it', () => {
    expect(matchesChord(press('l', { ctrl: true }, 'KeyP'), 'mod+p', false)).toBe(false);
  });

  it('is printed as the platform prints it', () => {
    expect(printChord('mod+shift+f', false)).toBe('Ctrl+Shift+F');
    expect(printChord('mod+shift+f', true)).toBe('⌘⇧F');
  });

  it('tells its listeners when commands come and go', () => {
    const registry = new CommandRegistry();
    const seen: number[] = [];
    const end = registry.subscribe(() => seen.push(registry.version()));
    const remove = registry.register([{ id: 'a', title: 'A', category: 'Test', run: () => undefined }]);
    remove();
    end();
    registry.register([{ id: 'b', title: 'B', category: 'Test', run: () => undefined }]);
    expect(seen).toEqual([1, 2]);
  });
});
