import type { Command } from '@/lib/commands/registry';
import { useDocuments } from '@/lib/documents/document-store';

const tabs = () => useDocuments.getState();
const active = () => tabs().active ?? '';
const isPinned = () => tabs().pinned.includes(active());
const isOpen = () => tabs().active !== null;

/** Alt+1 to Alt+9 show a tab by its place. */
const BY_PLACE: readonly Command[] = Array.from({ length: 9 }, (_, index) => ({
  id: `tab.${index + 1}`,
  title: `Show tab ${index + 1}`,
  category: 'View',
  hidden: true,
  keys: [`alt+${index + 1}`],
  when: () => tabs().order[index] !== undefined,
  run: () => tabs().activate(tabs().order[index] ?? ''),
}));

export const TAB_COMMANDS: readonly Command[] = [
  {
    id: 'document.close',
    title: 'Close document',
    category: 'Document',
    keys: ['alt+w'],
    // What is pinned is not closed by a slip of the finger: it is unpinned first.
    when: () => isOpen() && !isPinned(),
    run: () => tabs().close(active()),
  },
  {
    id: 'tab.keep',
    title: 'Keep open',
    category: 'View',
    keys: ['alt+k'],
    when: () => isOpen() && tabs().passing === active(),
    run: () => tabs().keep(active()),
  },
  {
    id: 'tab.pin',
    title: 'Pin or unpin tab',
    category: 'View',
    keys: ['alt+p'],
    when: isOpen,
    run: () => (isPinned() ? tabs().unpin(active()) : tabs().pin(active())),
  },
  {
    id: 'tab.closeOthers',
    title: 'Close other tabs',
    category: 'View',
    when: () => tabs().order.length > 1,
    run: () => tabs().closeOthers(active()),
  },
  ...BY_PLACE,
];
