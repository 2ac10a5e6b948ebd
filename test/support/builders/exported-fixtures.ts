import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import { type PublishedReport, publishReport } from './published-report.ts';
import { anchorOf, draftOf, findingOf, quoteOf, sourceOf } from './research-fixtures.ts';

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const TABLE = '| lamp | hours |\n|---|---|\n| harbour lamp | nine |\n| pier lamp | seven |';
const ROW = '| harbour lamp | nine |';

/** What claims of a report look like that is hard to lay out. */
export const CLAIMS = [
  {
    text: 'The harbour lamp burns for nine hours & one "filling" <always>.',
    quote: 'The harbour lamp burns for nine hours on one filling.',
  },
  { text: `The ${LONG_WORD} keeps the lamp.`, quote: `The ${LONG_WORD} keeps the lamp of the harbour.` },
  {
    text: 'The keeper runs `lamp --hours 9 *now*` every *evening*.',
    quote: '    lamp --hours 9 *now*\n    lamp --off\n',
  },
  { text: 'The table says nine hours for the harbour lamp.', quote: ROW, unit: TABLE },
  { text: 'המנורה בנמל דולקת תשע שעות', quote: 'המנורה בנמל דולקת תשע שעות במילוי אחד.' },
  { text: 'The lamp is bright 😀 and safe.', quote: 'The lamp is bright 😀 and safe, said the keeper.' },
] as const;

const WEB: Partial<Source>[] = [
  {
    sourceId: 's2',
    locator: 'https://example.org/lamp?a=1&b=%22',
    title: 'Lamps & "wicks" {100%}',
    publishedAt: '2025-03-04T00:00:00Z',
    sourceTier: 2,
  },
  { sourceId: 's3', locator: 'https://doi.org/10.1000/lamp.42', title: 'On lamps', publishedAt: '2024', sourceTier: 1 },
];

/** Publishes a report with a claim for each of `CLAIMS`, from a file, a page and an article. */
export async function publishRichReport(home: string, language = 'en'): Promise<PublishedReport> {
  const findings = CLAIMS.map((claim, index) => richFinding(claim, index));
  const claims = CLAIMS.map(({ text }, index) => ({ text, citations: [`t1f${index}q1`] }));
  const [first, ...others] = claims;
  const units = new Map(
    CLAIMS.flatMap((claim, index) => ('unit' in claim ? [[`t1f${index}q1`, claim.unit] as const] : [])),
  );
  return publishReport(
    home,
    {
      anchor: anchorOf({ language, originalQuestion: 'How long does the <b>harbour</b> lamp burn?' }),
      draft: draftOf({
        summary: first === undefined ? [] : [first],
        sections: [{ heading: 'Lamps & *keepers*', claims: others }],
        conflicts: [claims.slice(0, 2)],
        limitations: [{ text: 'Nothing is said about storms.', citations: [] }],
      }),
      findings,
    },
    { sources: WEB.map(sourceOf), units },
  );
}

function richFinding({ quote, ...claim }: (typeof CLAIMS)[number], index: number): Finding {
  const source = WEB[index % 3];
  const named = source === undefined ? {} : { sourceId: source.sourceId, locator: source.locator, title: source.title };
  const start = 100 * index;
  const unitStart = 'unit' in claim ? start - claim.unit.indexOf(quote) : start;
  return findingOf(`t1f${index}`, quote, {
    ...withoutUndefined(named),
    quotes: [
      quoteOf(`t1f${index}q1`, quote, {
        sourceId: source?.sourceId ?? 's1',
        start,
        end: start + quote.length,
        ...('unit' in claim && { unit: { start: unitStart, end: unitStart + claim.unit.length } }),
      }),
    ],
  });
}

function withoutUndefined(named: {
  sourceId?: string | undefined;
  locator?: string | undefined;
  title?: string | undefined;
}) {
  const { sourceId = 's1', locator = 'lamp.md', title = 'Harbour lamp' } = named;
  return { sourceId, locator, title };
}
