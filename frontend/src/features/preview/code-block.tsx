'use client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { Dialog } from '@/components/dialog';
import panel from '@/components/side-panel.module.css';
import { fillIn, placeholdersIn } from './placeholders';
import styles from './preview.module.css';
import { useReading } from './reading-store';

interface CodeBlockProps {
  readonly language: string;
  /** The code as it is copied. */
  readonly code: string;
  readonly children: ReactNode;
}

/** Code with its language, and ways to take it along: as it is, or with its placeholders filled in. */
export function CodeBlock({ language, code, children }: CodeBlockProps) {
  const [filling, setFilling] = useState(false);
  const placeholders = placeholdersIn(code, language);
  return (
    <figure className={styles.code}>
      <figcaption className={styles.codeHead}>
        <span>{language}</span>
        <span className={styles.codeActions}>
          {placeholders.length > 0 ? (
            <Button icon="edit" onClick={() => setFilling(true)}>
              Fill in
            </Button>
          ) : null}
          <CopyButton text={code} label="Copy" instead="select the code." />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that is too wide has to scroll by keyboard. */}
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
      {filling ? (
        <FillIn
          code={code}
          names={[...new Set(placeholders.map(({ name }) => name))]}
          onClose={() => setFilling(false)}
        />
      ) : null}
    </figure>
  );
}

function FillIn({ code, names, onClose }: { code: string; names: readonly string[]; onClose: () => void }) {
  const { values, fill } = useReading();
  const filled = fillIn(code, values);
  const copy = (event: FormEvent) => {
    event.preventDefault();
    void navigator.clipboard?.writeText(filled).then(onClose);
  };
  return (
    <Dialog
      wide
      title="Fill in before copying"
      description="Values stay in this page until it is closed."
      onClose={onClose}
    >
      <form className={styles.fillIn} onSubmit={copy}>
        {names.map((name) => (
          <label key={name}>
            <span>{name}</span>
            <input
              className={panel.field}
              value={values[name] ?? ''}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => fill(name, event.target.value)}
            />
          </label>
        ))}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that is too wide has to scroll by keyboard. */}
        <pre tabIndex={0}>{filled}</pre>
        <div className={styles.codeActions}>
          <Button kind="primary" type="submit" icon="copy">
            Copy
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
