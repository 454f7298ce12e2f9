'use client';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { printChord } from './keys';
import { type Command, CommandRegistry } from './registry';

const Context = createContext<CommandRegistry | null>(null);

export function CommandProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(() => new CommandRegistry());
  useEffect(() => listenForKeys(registry), [registry]);
  return <Context.Provider value={registry}>{children}</Context.Provider>;
}

/** The registry; whoever uses it is drawn anew when commands come or go. */
export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(Context);
  if (!registry) throw new Error('useCommandRegistry needs a CommandProvider above it');
  useSyncExternalStore(registry.subscribe, registry.version, registry.version);
  return registry;
}

/** Registers commands for as long as the component stands. Pass a list that keeps its identity. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useCommandRegistry();
  useEffect(() => registry.register(commands), [registry, commands]);
}

/** Capture phase on the window, else Monaco's own F1, Ctrl+F and Ctrl+G would win over ours. */
function listenForKeys(registry: CommandRegistry): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const command = registry.forKeys(event, isMac());
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command.run();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** "Ctrl+S" for the first chord; empty for a command without one. */
export function shortcutOf(command: Command | undefined): string {
  const chord = command?.keys?.[0];
  return chord ? printChord(chord, isMac()) : '';
}
