import { findingIdIn } from '../../../workflows/contracts/evidence/citation-key.ts';
import { type Claim, type Entry, entriesOf } from '../../../workflows/contracts/evidence/claim.ts';
import type { ReportSection } from '../../../workflows/contracts/report/report.ts';
import { neutraliseKeys } from '../../corpus/quotes/citation-keys.ts';
import type { ResolveMark } from './written-marks.ts';

const ADDRESS = /p(\d+)\.(\d+)(?:\s*[-–]\s*(?:p\d+\.)?(\d+))?/gu;

/** Short addresses for citation keys, for one prompt: one label for each finding, one number for each key. */
export interface KeyLabels {
  readonly markOf: (keys: readonly string[]) => string;
  readonly resolve: ResolveMark;
}

export function labelKeys(sections: readonly ReportSection[]): KeyLabels {
  const keys = new Set(sections.flatMap(({ claims }) => claims.flatMap(({ citations }) => citations)));
  const findings = [...Map.groupBy(keys, findingIdIn).values()];
  const addresses = findings.flatMap((own, index) =>
    own.map((key, number): readonly [string, string] => [key, `p${index + 1}.${number + 1}`]),
  );
  const labels = new Map(addresses);
  const keyOf = new Map(addresses.map(([key, label]) => [label, key]));
  return {
    markOf(cited) {
      const known = cited.flatMap((key) => labels.get(key) ?? []);
      return known.length === 0 ? '' : ` [${known.join('; ')}]`;
    },
    resolve(mark) {
      const named = [...mark.matchAll(ADDRESS)].flatMap(([, label, first, last = first]) =>
        Array.from(
          { length: Math.max(1, Number(last) - Number(first) + 1) },
          (_, step) => `p${label}.${Number(first) + step}`,
        ),
      );
      return {
        keys: named.flatMap((label) => keyOf.get(label) ?? []),
        unknown: named.filter((label) => !keyOf.has(label)),
      };
    },
  };
}

/** A section as its author would write it: blocks with their marks. */
export function sectionMarkdown({ heading, claims, isSubsection }: ReportSection, { markOf }: KeyLabels): string {
  const groups = Map.groupBy(claims, ({ placement }) => `${placement?.block ?? ''} ${placement?.form ?? 'list'}`);
  const marksOf = (claim: Claim): string => `${markOf(claim.citations)}${otherMarks(claim)}`;
  const blocks = [...groups.values()].map((group) => blockMarkdown(group, marksOf));
  return [`${isSubsection === true ? '###' : '##'} ${neutraliseKeys(heading)}`, ...blocks].join('\n\n');
}

function blockMarkdown(claims: readonly Claim[], marksOf: (claim: Claim) => string): string {
  const said = (claim: Claim): string => `${neutraliseKeys(claim.text)}${marksOf(claim)}`;
  switch (claims[0]?.placement?.form ?? 'list') {
    case 'paragraph':
      return claims.map(said).join(' ');
    case 'list':
      return listMarkdown(entriesOf(claims), said);
    case 'code':
      return claims
        .map((claim) => `\`\`\`\n${neutraliseKeys(claim.text)}\n\`\`\`\n${marksOf(claim).trim()}`)
        .join('\n');
    case 'table':
      return tableMarkdown(claims, said);
  }
}

function listMarkdown(entries: readonly Entry[], said: (claim: Claim) => string, indent = ''): string {
  return entries
    .map(({ claims, number, below }) => {
      const marker = number === null ? '- ' : `${number}. `;
      const nested = below.length === 0 ? '' : `\n${listMarkdown(below, said, ' '.repeat(marker.length))}`;
      return `${indent}${marker}${claims.map(said).join(' ')}${nested}`;
    })
    .join('\n');
}

function tableMarkdown(claims: readonly Claim[], said: (claim: Claim) => string): string {
  const cells = claims.flatMap((claim) => (claim.placement?.form === 'table' ? [{ claim, ...claim.placement }] : []));
  const columns = [...new Set(cells.map(({ column }) => column))];
  const rows = [...Map.groupBy(cells, ({ row }) => row)].map(([row, own]) => [
    neutraliseKeys(row),
    ...columns.map((name) =>
      own
        .filter(({ column }) => column === name)
        .map(({ claim }) => said(claim))
        .join(' '),
    ),
  ]);
  const head = [cells[0]?.head?.[0] ?? '', ...columns].map(neutraliseKeys);
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');
}

function otherMarks({ derivation, absence }: Claim): string {
  return [
    ...(derivation === undefined ? [] : [` [calc: ${derivation.expression} = ${derivation.result}]`]),
    ...(absence === undefined ? [] : [` [none: ${absence.searched}]`]),
  ].join('');
}
