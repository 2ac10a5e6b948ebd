import { trustOf } from '@plumbline/contracts/report/trust';
import { describe, expect, it } from 'vitest';
import { readableLines, sourceSpans } from '../../../packages/page/browser/models/answer-text.ts';
import {
  documentsRead,
  excerptOf,
  type Standing,
  standingOfAnswer,
  standingOfReport,
} from '../../../packages/page/browser/models/certainty.ts';
import { copiedAnswer } from '../../../packages/page/browser/models/claim-copy.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { reportReadingOf } from '../../support/builders/report-readings.ts';
import { draftOf } from '../../support/builders/research-fixtures.ts';

const CITED = { text: 'The lamp burns for nine hours.', citations: ['q1'] };
const SAID = {
  confirmed: [{ ...CITED, isEntailed: true as const }, CITED],
  doubted: [{ ...CITED, isUnverified: true }, CITED],
  'mostly doubted': [{ ...CITED, isUnverified: true }, { ...CITED, isUnverified: true }, CITED],
  down: [{ ...CITED, notJudged: true as const, isUnverified: true }],
  'down in part': [CITED, { ...CITED, notJudged: true as const }],
  cut: [],
  'left out in part': [CITED],
  'quotation rejected': [CITED],
  'written by rule': [{ ...CITED, isPassage: true as const }],
  'without a model': [{ ...CITED, isPassage: true as const }],
};
type Kind = keyof typeof SAID;
const KINDS = Object.keys(SAID) as Kind[];

/** What may be said of each at most; nothing where places are shown. */
const BEARS: Readonly<Partial<Record<Kind, Standing>>> = {
  confirmed: 'confirmed',
  doubted: 'partly',
  'mostly doubted': 'poor',
  down: 'unjudged',
  'down in part': 'unjudged',
  cut: 'missing',
  'left out in part': 'confirmed',
  'quotation rejected': 'partly',
};

/** What is stored of a text. */
function recordOf(kind: Kind) {
  const summary = SAID[kind];
  const engine = kind === 'without a model' ? ('offline' as const) : ('model' as const);
  const refused = kind === 'left out in part' ? [{ text: 'A lamp.', reason: 'no', outcome: 'left-out' as const }] : [];
  const quality = { quotesChecked: summary.length, quotesRejected: kind === 'quotation rejected' ? 1 : 0, refused };
  const [shown] = summary;
  const name = shown !== undefined && 'isPassage' in shown ? ('passages' as const) : ('answer' as const);
  const sections = [{ name, heading: '', remarks: [], groups: summary.map(() => ({ heading: '', blocks: [] })) }];
  return {
    summary,
    engine,
    sections,
    trust: trustOf({ ...draftOf({ summary }), quality, stats: { engine } }, { refinements: [] }),
  };
}

/** Found quickly or in a second look, answered or reported. */
const STATES = KINDS.flatMap((kind) =>
  (['quick', 'deep'] as const).flatMap((mode) => (['answer', 'report'] as const).map((form) => ({ kind, mode, form }))),
);

describe('the sign over a text', () => {
  it.each(STATES)('says no more than its record bears: $kind, $mode $form', ({ kind, mode, form }) => {
    const { summary, engine, sections, trust } = recordOf(kind);
    const base = answerResultOf({ mode, engine, trust });
    const answer = { ...base, citations: summary.length === 0 ? [] : base.citations };
    const { checks } = reportReadingOf();

    const standing =
      form === 'answer'
        ? standingOfAnswer(answer)
        : standingOfReport({ sections, engine, checks: { ...checks, trust } });

    expect(standing).toBe(BEARS[kind] ?? null);
  });

  const greeting = { grounding: 'none', reason: 'it greets', isCourtesy: true } as const;
  const GREETED = { ...answerResultOf({}).debug, grounding: greeting };

  it('is told of forty states', () => {
    expect(STATES).toHaveLength(40);
  });

  it.each([
    [{ needsClarification: true }, null],
    [{ researchId: 'run' }, null],
    [{ citations: [], isUngrounded: true }, null],
    [{ citations: [] }, 'missing'],
    [{ citations: [], debug: GREETED }, null],
    // Of an answer of an earlier version nothing is known.
    [{ trust: null }, null],
  ])('is none over what states nothing: %j', (changes, standing) => {
    const { engine, trust } = recordOf('confirmed');

    expect(standingOfAnswer(answerResultOf({ engine, trust, ...changes }))).toBe(standing);
  });

  it('counts documents, not their passages', () => {
    const source = { key: 'k', type: 'file' as const, label: 'A label', similarity: null, number: null };
    const sources = ['a.md:1-9', 'a.md:12', 'b.pdf'].map((detail) => ({ ...source, detail }));

    expect(documentsRead({ sources })).toBe(2);
  });
});

describe('the excerpt of a passage', () => {
  const pieces = [
    { text: 'The keeper trims the ', isBold: false },
    { text: 'wick', isBold: true },
    { text: '. It burns nine hours.', isBold: false },
  ];
  const shown = (start: number, end: number) =>
    excerptOf(pieces, { start, end })
      ?.map(({ text, isBold }) => (isBold ? `<${text}>` : text))
      .join('');

  it('keeps the marks, and says where it is cut', () => {
    expect(shown(4, 26)).toBe('… keeper trims the <wick>. …');
    expect(shown(0, 47)).toBe('The keeper trims the <wick>. It burns nine hours.');
  });

  it('is all of a passage that is short', () => {
    expect(excerptOf(pieces, null)).toBeNull();
  });
});

describe('a passage of a report', () => {
  it.each([
    ['<a id="lamp"></a>\n## <a name="x"></a>The lamp\n\nIt burns.', ['The lamp', 'It burns.']],
    ['| part | a \\| b |\n|:--|---:|\n| `wick` | 9 |', ['part · a \\| b', '`wick` · 9']],
    ['> Quoted <!-- marks --> and <b>words</b>', ['Quoted <!-- marks --> and <b>words</b>']],
    ['- 5 °C in `<a>` and List<string>', ['- 5 °C in `<a>` and List<string>']],
    ['2<sup>60</sup> of ~~nine~~', ['2<sup>60</sup> of ~~nine~~']],
  ])('is read without the markup of its lines: %s', (text, lines) => {
    expect(readableLines(text)).toEqual(lines);
  });

  it('reads as its source shows it, with the numbers that are its own', () => {
    expect(sourceSpans('Set `limit` [41] to *nine*.')).toEqual([
      { kind: 'text', text: 'Set ' },
      { kind: 'code', text: 'limit' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: '[41]' },
      { kind: 'text', text: ' to ' },
      { kind: 'emphasis', text: 'nine' },
      { kind: 'text', text: '.' },
    ]);
  });
});

describe('a copied answer', () => {
  it('names what it cites', () => {
    const [citation] = answerResultOf().citations;

    expect(copiedAnswer({ summary: 'It burns.', citations: [] })).toBe('It burns.');
    expect(copiedAnswer(answerResultOf())).toContain(`[${citation?.number}] ${citation?.title}`);
  });
});
