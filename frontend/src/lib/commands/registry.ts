import { matchesChord, type Pressed } from './keys';

/** One thing the workbench can do. Palette, keys, buttons and tooltips are all views of this. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  /** Chords, the documented one first. */
  readonly keys?: readonly string[];
  /** False hides the command and leaves its keys to whoever else wants them. */
  readonly when?: () => boolean;
  /** Left out of the palette: a key or a button alone makes sense of it. */
  readonly hidden?: boolean;
  run(): unknown;
}

export class CommandRegistry {
  readonly #commands = new Map<string, Command>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** Calls `listener` whenever commands come or go; returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A number that changes with the commands: views are drawn anew when it does. */
  readonly version = (): number => this.#version;

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Adds the commands and returns what takes them away again. A second command of the same id is a mistake. */
  register(commands: readonly Command[]): () => void {
    for (const command of commands) {
      if (this.#commands.has(command.id)) throw new Error(`command ${command.id} is registered twice`);
      this.#commands.set(command.id, command);
    }
    this.#changed();
    return () => {
      for (const command of commands) this.#commands.delete(command.id);
      this.#changed();
    };
  }

  find(id: string): Command | undefined {
    return this.#commands.get(id);
  }

  /** Runs the command if it is there and its moment has come; tells whether it did. */
  run(id: string): boolean {
    const command = this.#commands.get(id);
    if (!command || !isReady(command)) return false;
    command.run();
    return true;
  }

  /** Every command that is not hidden, ready or not, in the order of registration. */
  all(): readonly Command[] {
    return [...this.#commands.values()].filter(({ hidden }) => !hidden);
  }

  /** What the palette offers now, by category and title. */
  offered(): readonly Command[] {
    const ready = [...this.#commands.values()].filter((command) => !command.hidden && isReady(command));
    return ready.sort((a, b) => label(a).localeCompare(label(b)));
  }

  forKeys(pressed: Pressed, mac: boolean): Command | undefined {
    const takes = (command: Command) => command.keys?.some((chord) => matchesChord(pressed, chord, mac)) ?? false;
    return [...this.#commands.values()].find((command) => takes(command) && isReady(command));
  }

  /** Chords that two commands claim without a `when` that could tell them apart. */
  clashes(): readonly string[] {
    const owners = new Map<string, number>();
    const always = [...this.#commands.values()].filter((command) => !command.when);
    for (const chord of always.flatMap((command) => command.keys ?? []))
      owners.set(chord, (owners.get(chord) ?? 0) + 1);
    return [...owners].filter(([, count]) => count > 1).map(([chord]) => chord);
  }
}

export function label(command: Command): string {
  return `${command.category}: ${command.title}`;
}

function isReady(command: Command): boolean {
  return command.when?.() ?? true;
}
