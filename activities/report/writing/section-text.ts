import { type Claim, entriesOf, type Entry } from '@plumbline/contracts/evidence/claim';

/** Writes a claim with what stands around it, in one line but for code. */
type Show = (claim: Claim) => string;

/** Claims of a section as their author may have written them: paragraphs, lists, tables and code. */
export function sectionText(claims: readonly Claim[], show: Show): string {
  const blocks = Map.groupBy(claims, ({ placement }) => `${placement?.form ?? 'list'} ${placement?.block ?? ''}`);
  return [...blocks.values()].map((block) => blockText(block, show)).join('\n\n');
}

function blockText(block: readonly Claim[], show: Show): string {
  switch (block[0]?.placement?.form ?? 'list') {
    case 'paragraph':
      return block.map(show).join(' ');
    case 'code':
      return block.map(show).join('\n');
    case 'list':
      return entriesOf(block)
        .flatMap((entry) => [entryText(entry, show), ...entry.below.map((one) => `  ${entryText(one, show)}`)])
        .join('\n');
    case 'table':
      return tableText(block, show);
  }
}

function entryText({ claims, number }: Entry, show: Show): string {
  return `${number === null ? '-' : `${number}.`} ${claims.map(show).join(' ')}`;
}

function tableText(block: readonly Claim[], show: Show): string {
  const cells = block.flatMap((claim) =>
    claim.placement?.form === 'table' ? [[claim.placement, claim] as const] : [],
  );
  const columns = [...new Set(cells.map(([{ column }]) => column))];
  const rows = [...Map.groupBy(cells, ([{ row }]) => row)].map(([name, own]) => [
    name,
    ...columns.map((column) => {
      const found = own.find(([cell]) => cell.column === column);
      return found === undefined ? '' : show(found[1]);
    }),
  ]);
  const head = [cells[0]?.[0].head?.[0] ?? '', ...columns];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
