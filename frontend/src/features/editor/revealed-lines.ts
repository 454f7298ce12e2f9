import { type RefObject, useEffect } from 'react';
import { monaco } from '@/components/monaco/monaco';
import { lineToShow, type OpenDocument } from '@/lib/documents/document-store';
import { type LineRange, pointsAtSomething } from '@/lib/links';
import { termPattern } from '@/lib/terms';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;
type Model = monaco.editor.ITextModel;
type Decoration = monaco.editor.IModelDeltaDecoration;

/** Scrolls to the lines of a hit or a link, and marks them, and what was sought in them, until the text is edited. */
export function useRevealedLines(editor: RefObject<CodeEditor | null>, document: OpenDocument): void {
  const { path, lines, sought, reveals } = document;
  const line = lineToShow(document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reveals` asks to scroll again to the same lines; the line follows from them.
  useEffect(() => {
    const shown = editor.current;
    const model = shown?.getModel();
    if (!shown || !model || !lines || line === null) return;
    const lineNumber = Math.min(line, model.getLineCount());
    shown.setPosition({ lineNumber, column: 1 });
    shown.revealLineInCenter(lineNumber);
    const range = within(model, lines);
    const marks = shown.createDecorationsCollection([wholeLines(range), ...termMarks(model, range, sought)]);
    return () => marks.clear();
  }, [editor, path, lines, sought, reveals]);
}

function within(model: Model, { from, to }: LineRange): monaco.Range {
  const last = model.getLineCount();
  return new monaco.Range(Math.min(from, last), 1, Math.min(to, last), 1);
}

function wholeLines(range: monaco.Range): Decoration {
  const painted = pointsAtSomething({ from: range.startLineNumber, to: range.endLineNumber });
  const className = painted ? 'glyph-line-highlight' : null;
  return { range, options: { isWholeLine: true, className, linesDecorationsClassName: 'glyph-line-gutter' } };
}

function termMarks(model: Model, { startLineNumber, endLineNumber }: monaco.Range, sought: string): Decoration[] {
  const pattern = termPattern(sought);
  if (!pattern) return [];
  const lineNumbers = Array.from(
    { length: endLineNumber - startLineNumber + 1 },
    (_, index) => startLineNumber + index,
  );
  return lineNumbers.flatMap((lineNumber) =>
    [...model.getLineContent(lineNumber).matchAll(pattern)].map(({ index, 0: term }) => ({
      range: new monaco.Range(lineNumber, index + 1, lineNumber, index + 1 + term.length),
      options: { inlineClassName: 'glyph-term' },
    })),
  );
}
