/** F6 goes round the regions of the workbench, in the order they stand in the page. */
const REGION = '[data-region]';
const FOCUSABLE =
  'textarea:not([disabled]), input:not([disabled]):not([type="hidden"]), button:not([disabled]), select, [tabindex="0"], a[href]';

export function focusNextRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGION)];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  for (let tried = 1; tried <= regions.length; tried += 1) {
    const region = regions[(at + step * tried + regions.length * 2) % regions.length];
    const target = region && firstFocusable(region);
    if (!target) continue;
    target.focus();
    return;
  }
}

function firstFocusable(region: HTMLElement): HTMLElement | undefined {
  // Monaco's input is what a person means by the editor, not the buttons of its widgets.
  const input = region.querySelector<HTMLElement>(
    '.monaco-editor .native-edit-context, .monaco-editor textarea.inputarea',
  );
  if (input) return input;
  const all = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return all.find((element) => element.tabIndex >= 0 && element.offsetParent !== null);
}
