import type { ReactNode } from 'react';
import { CodeBlock } from './code-block';
import { Footnote, FootnoteBack, FootnoteLink, Footnotes } from './footnotes';
import { Picture } from './picture';
import styles from './preview.module.css';
import { Secret } from './secret';
import { Step } from './step';
import { type ElementNode, type Tag, type TreeNode, textOf } from './tree';

/** React elements for a tree. Only what is drawn here can ever reach the page. */
export function renderNode(node: TreeNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children?.map(renderNode);
  const draw = DRAWN[node.tag] ?? renderPlain;
  return draw({ node, attributes: node.attributes ?? {}, children, key });
}

interface Drawing {
  readonly node: ElementNode;
  readonly attributes: Attributes;
  readonly children: ReactNode;
  readonly key: number;
}

/** What is more than an element with its children. */
const DRAWN: Readonly<Partial<Record<Tag, (drawing: Drawing) => ReactNode>>> = {
  a: ({ attributes, children, key }) => renderLink(attributes, children, key),
  picture: ({ node, attributes, children, key }) => (
    <Picture key={key} source={attributes.source ?? ''} text={textOf(node)}>
      {children}
    </Picture>
  ),
  pre: ({ node, attributes, children, key }) => (
    <CodeBlock key={key} language={attributes.language ?? ''} code={textOf(node)}>
      {children}
    </CodeBlock>
  ),
  task: ({ attributes, key }) => (
    <input key={key} type="checkbox" checked={attributes.checked === 'yes'} readOnly disabled aria-label="Task" />
  ),
  secret: ({ attributes, children, key }) => (
    <Secret key={key} value={attributes.value ?? ''}>
      {children}
    </Secret>
  ),
  step: ({ node, children, key }) => (
    <Step key={key} text={textOf(node)}>
      {children}
    </Step>
  ),
  footnotes: ({ children, key }) => <Footnotes key={key}>{children}</Footnotes>,
  footnote: ({ attributes, children, key }) => (
    <Footnote key={key} number={attributes.number ?? ''}>
      {children}
    </Footnote>
  ),
  'footnote-ref': ({ attributes, key }) => <FootnoteLink key={key} number={attributes.number ?? ''} />,
  'footnote-back': ({ attributes, key }) => <FootnoteBack key={key} number={attributes.number ?? ''} />,
  'front-matter': ({ children, key }) => renderFrontMatter(children, key),
  table: ({ children, key }) => renderTable(children, key),
  th: ({ attributes, children, key }) => renderCell('th', attributes.align, children, key),
  td: ({ attributes, children, key }) => renderCell('td', attributes.align, children, key),
  hr: ({ key }) => <hr key={key} />,
  br: ({ key }) => <br key={key} />,
  ol: ({ attributes, children, key }) => (
    <ol key={key} {...(attributes.start ? { start: Number(attributes.start) } : {})}>
      {children}
    </ol>
  ),
};

function renderPlain({ node, attributes, children, key }: Drawing): ReactNode {
  // Whatever is drawn in a way of its own stands in the table above.
  const Element = node.tag as 'p';
  return (
    <Element key={key} {...plainAttributes(attributes)}>
      {children}
      {attributes.id ? <HeadingLink slug={attributes.id} /> : null}
    </Element>
  );
}

type Attributes = NonNullable<ElementNode['attributes']>;

/** Heading ids get a prefix: a bare one could shadow a property of the document. */
function plainAttributes(attributes: Attributes): { id?: string; className?: string } {
  return {
    ...(attributes.id ? { id: `heading-${attributes.id}` } : {}),
    ...(attributes.class ? { className: attributes.class } : {}),
  };
}

function renderLink({ href, title }: Attributes, children: ReactNode, key: number): ReactNode {
  const outside = /^(?:https?|mailto):/i.test(href ?? '');
  const target = outside ? { target: '_blank', rel: 'noreferrer noopener' } : {};
  return (
    <a key={key} href={href} {...(title ? { title } : {})} {...target}>
      {children}
    </a>
  );
}

function HeadingLink({ slug }: { slug: string }) {
  return (
    <a href={`#${slug}`} className={styles.anchor} aria-label="Link to this heading">
      #
    </a>
  );
}

function renderTable(children: ReactNode, key: number): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide has to scroll by keyboard.
    <div key={key} className={styles.tableScroll} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function renderCell(tag: 'th' | 'td', align: string | undefined, children: ReactNode, key: number): ReactNode {
  const Cell = tag;
  const style =
    align === 'right' || align === 'center' || align === 'left' ? ({ textAlign: align } as const) : undefined;
  return (
    <Cell key={key} {...(style ? { style } : {})}>
      {children}
    </Cell>
  );
}

function renderFrontMatter(children: ReactNode, key: number): ReactNode {
  return (
    <details key={key} className={styles.frontMatter}>
      <summary>Front matter</summary>
      <pre>{children}</pre>
    </details>
  );
}
