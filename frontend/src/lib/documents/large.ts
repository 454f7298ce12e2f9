/** Above this, colours, folds, an outline and a live preview would cost more at every key than they show. */
const LARGE_CHARACTERS = 1_000_000;

/** Whether a text is edited plain: it opens, takes keys and is saved like any other, and is spared the rest. */
export function isLarge(text: string): boolean {
  return text.length > LARGE_CHARACTERS;
}

/** "5.2 MB", as people know the size of a file. */
export function megabytes(text: string): string {
  return `${(text.length / 1_000_000).toFixed(1)} MB`;
}
