'use client';

/** The last resort, when even the layout failed: plain, because no style sheet can be counted on. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <h1>The workbench stopped</h1>
        <p>
          Unsaved changes are kept in this browser. <a href="/">Open it again</a>
        </p>
      </body>
    </html>
  );
}
