import { readStructuredRows } from '../../../packages/catalogue/sources/page-folder-source.ts';
import { readStructuredData } from '../../../packages/catalogue/sources/structured-values.ts';
import { builtInVerticals } from '../../../packages/catalogue/values/definition-reading.ts';

export function blockOf(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}

/** A page that states things as structured data, one block for each. */
export function pageWith(...things: readonly unknown[]): string {
  const blocks = things.map((thing) => blockOf(JSON.stringify(thing)));
  return `<!doctype html><html><head>${blocks.join('')}</head><body><p>A page.</p></body></html>`;
}

export function productNamed(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return { '@type': 'Product', name, ...more };
}

export function rowsOf(html: string, vertical = 'product') {
  const definition = builtInVerticals().find(({ name }) => name === vertical);
  if (definition === undefined) throw new Error(`there is no vertical ${vertical}`);
  return readStructuredRows(readStructuredData(html), definition, 'page.html');
}

export function cellsIn(html: string, vertical?: string) {
  return rowsOf(html, vertical).rows.map(({ cells }) => cells);
}

export function namesIn(html: string) {
  return cellsIn(html).map(({ name }) => name);
}
