import { create } from 'zustand';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type Theme = 'light' | 'dark';

/** Also read by the boot script in src/app/boot-script.ts, before anything is painted. */
export const THEME_KEY = 'glyph.theme';

const DARK = '(prefers-color-scheme: dark)';

interface ThemeState {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
  choose(choice: ThemeChoice): void;
  toggle(): void;
}

export const useTheme = create<ThemeState>()((set, get) => ({
  choice: 'system',
  theme: 'dark',
  choose: (choice) => {
    store(choice);
    set({ choice, theme: show(choice) });
  },
  toggle: () => get().choose(get().theme === 'dark' ? 'light' : 'dark'),
}));

/** Takes over from the boot script, and follows the system for as long as that is the choice. */
export function followTheme(): () => void {
  const system = window.matchMedia(DARK);
  const apply = () => {
    const choice = stored();
    useTheme.setState({ choice, theme: show(choice) });
  };
  apply();
  system.addEventListener('change', apply);
  return () => system.removeEventListener('change', apply);
}

function show(choice: ThemeChoice): Theme {
  const theme = choice === 'system' ? (window.matchMedia(DARK).matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = theme;
  return theme;
}

function stored(): ThemeChoice {
  try {
    const choice = localStorage.getItem(THEME_KEY);
    return choice === 'light' || choice === 'dark' ? choice : 'system';
  } catch {
    return 'system';
  }
}

function store(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}
