import type { ReactNode } from 'react';
import { Icon } from '@/components/icon';
import styles from './preview.module.css';
import type { ElementNode, TreeNode } from './tree';

/** React elements for a tree. Only what is drawn here can ever reach the page. */
export function renderNode(node: TreeNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children?.map(renderNode);
  const attributes = node.attributes ?? {};
  switch (node.tag) {
    case 'a':
      return renderLink(attributes, children, key);
    case 'picture':
      return renderPicture(attributes.source ?? '', children, key);
    case 'pre':
      return renderCode(attributes.language ?? '', children, key);
    case 'task':
      return (
        <input key={key} type="checkbox" checked={attributes.checked === 'yes'} readOnly disabled aria-label="Task" />
      );
    case 'front-matter':
      return renderFrontMatter(children, key);
    case 'table':
      return renderTable(children, key);
    case 'th':
    case 'td':
      return renderCell(node.tag, attributes.align, children, key);
    case 'hr':
    case 'br':
      return <node.tag key={key} />;
    case 'ol':
      return (
        <ol key={key} {...(attributes.start ? { start: Number(attributes.start) } : {})}>
          {children}
        </ol>
      );
    default:
      return (
        <node.tag key={key} {...plainAttributes(attributes)}>
          {children}
        </node.tag>
      );
  }
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

/** Pictures are not fetched: the page may load nothing from elsewhere, and names of runbooks stay at home. */
function renderPicture(source: string, children: ReactNode, key: number): ReactNode {
  return (
    <span key={key} className={styles.picture} title={source}>
      <Icon name="preview" /> {children} <small>{source}</small>
    </span>
  );
}

function renderCode(language: string, children: ReactNode, key: number): ReactNode {
  return (
    <figure key={key} className={styles.code}>
      {language ? <figcaption>{language}</figcaption> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that is too wide has to scroll by keyboard. */}
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
    </figure>
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
