'use client';
import { useState } from 'react';
import { Button } from './button';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** What else to do when the browser refuses the clipboard. */
  readonly instead: string;
}

/** Puts text into the clipboard, and says whether it got there. */
export function CopyButton({ text, label, instead }: CopyButtonProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = () => {
    // On plain http away from loopback there is no clipboard.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(() => setCopied('yes')).catch(() => setCopied('failed'));
  };
  return (
    <>
      <Button icon={copied === 'yes' ? 'check' : 'copy'} onClick={copy}>
        {label}
      </Button>
      <span role="status" className={copied === 'failed' ? undefined : 'visually-hidden'}>
        {copied === 'yes' ? 'Copied to the clipboard.' : ''}
        {copied === 'failed' ? `The browser refused the clipboard; ${instead}` : ''}
      </span>
    </>
  );
}
