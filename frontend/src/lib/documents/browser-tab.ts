/** Which browser tab this is. Two tabs may edit one document, and neither may write over the other's draft. */
const KEPT = 'glyph.tab';
const LOCK = 'glyph.tab.';

let claimed: Promise<string> | undefined;

/** This tab's name: the same after a reload, another one in a duplicated tab. */
export function browserTab(): Promise<string> {
  claimed ??= claim();
  return claimed;
}

/** The names of all tabs that are open now. Without Web Locks nobody can tell, and none is named. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  return new Set(names);
}

async function claim(): Promise<string> {
  const kept = readKept();
  // A duplicated tab gets a copy of the session storage; the lock tells that the name is taken.
  if (kept !== null && (await hold(kept))) return kept;
  const fresh = crypto.randomUUID();
  await hold(fresh);
  writeKept(fresh);
  return fresh;
}

/** Holds the name until this page is gone; false when another page holds it. */
function hold(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const untilThePageIsGone = new Promise<void>(() => undefined);
    void navigator.locks.request(`${LOCK}${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : untilThePageIsGone;
    });
  });
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function writeKept(name: string): void {
  try {
    sessionStorage.setItem(KEPT, name);
  } catch {
    // Storage may be forbidden; the tab then has another name after a reload.
  }
}
