import { readFile, writeFile } from 'node:fs/promises';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { createClaimVerifier, verifyDraft } from '@plumbline/evidence/claims';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { type BlobStore, createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { publishReport } from '../../../../test/support/builders/published-report.ts';
import { anchorOf, draftOf, findingOf, quoteOf } from '../../../../test/support/builders/research-fixtures.ts';
import { verifyRecord } from '../../../../test/support/builders/stored-records.ts';

const RETRIES = '`maxRetries` {number} Maximum number of retries to allow. **Default:** `5`.';
const CODES =
  '`statusCodes` {number[]} HTTP status codes that trigger a retry. **Default:** `[500, 502, 503, 504, 429]`.';
const DOCUMENT = `<!-- YAML\nadded: v6.7.0\n-->\n\n- ${RETRIES}\n- ${CODES}\n`;

let home: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  home = await temporaryFolder();
});

afterEach(() => home.dispose());

async function verifyMarked(document: string, quoted: string, text: string) {
  const blobs = createFileBlobStore(home.path);
  const { sha256 } = await blobs.putText(document, 'text/markdown');
  const start = document.indexOf(quoted);
  const quote = quoteOf('t1f1q1', quoted, { textHash: sha256, start, end: start + quoted.length });
  const passageSpan = { textHash: sha256, start: 0, end: document.length };
  const findings = [findingOf('t1f1', quoted, { title: 'Rules', headingPath: [], quotes: [quote], passageSpan })];
  const anchor = anchorOf({ originalQuestion: 'What do the rules of the tank say?' });
  const draft = draftOf({ summary: [{ text, citations: ['t1f1q1'] }] });
  return verifyModelDraft(blobs, { anchor, draft, findings });
}

function verifyModelDraft(blobs: BlobStore, written: Omit<Parameters<typeof verifyDraft>[0], 'engine'>) {
  const texts = createStoredTexts(blobs);
  return verifyDraft({ ...written, engine: 'model' }, texts, createClaimVerifier({ ...written, texts }));
}

async function verify(parts: Partial<ReportDraft>) {
  const blobs = createFileBlobStore(home.path);
  const { sha256 } = await blobs.putText(DOCUMENT, 'text/markdown');
  const finding = (findingId: string, text: string): Finding => {
    const start = DOCUMENT.indexOf(text);
    const quote = quoteOf(`${findingId}q1`, text, { textHash: sha256, start, end: start + text.length });
    const place = { title: 'RetryAgent', headingPath: ['Class: RetryAgent', 'Parameters'] };
    return findingOf(findingId, text, { ...place, quotes: [quote] });
  };
  const anchor = anchorOf({ originalQuestion: 'How often does RetryAgent retry, and which status codes trigger it?' });
  const findings = [finding('t1f1', RETRIES), finding('t1f2', CODES)];
  return verifyModelDraft(blobs, { anchor, draft: draftOf(parts), findings });
}

const said = (text: string, key = 't1f1q1') => ({ text, citations: [key] });
const NUMBER_OF_RETRIES = 'maxRetries` {number} Maximum number of retries to allow. Default: `5`.';

describe('verification of what a model wrote about parameters', () => {
  it('keeps what the cited quotes support', async () => {
    const summary = [
      said('RetryAgent retries a request 5 times by default.'),
      said('HTTP 500, 502, 503, 504 and 429 trigger a retry.', 't1f2q1'),
    ];
    const { draft, quality } = await verify({ summary });

    expect(draft.summary).toEqual(summary);
    expect(quality).toMatchObject({ statementsRemoved: 0, claimsRepaired: 0 });
  });

  it.each([
    ['a figure of the version above it', said('RetryAgent retries a request 7 times by default.')],
    ['a figure of another parameter', said('The maximum number of retries is 500 by default.')],
    ['an entity that neither quote nor headings name', said('BalancedPool allows 5 retries by default.')],
  ])('puts the words of the quote in the place of %s', async (_, wrong) => {
    const { draft, quality } = await verify({ summary: [wrong] });

    expect(draft.summary).toEqual([{ text: `\`${NUMBER_OF_RETRIES}`, citations: ['t1f1q1'] }]);
    expect(quality).toMatchObject({ statementsRemoved: 0, claimsRepaired: 1 });
    expect(quality.notes.join()).toMatch(/replaced by the words of quote t1f1q1/);
  });

  it('removes a denial', async () => {
    const denial = said('The status codes 500, 502, 503, 504 and 429 do not trigger a retry.', 't1f2q1');
    const { draft } = await verify({
      summary: [denial],
      keyFindings: [said('RetryAgent retries 5 times by default.')],
    });

    expect(JSON.stringify(draft)).not.toContain('do not trigger');
    expect(draft.summary[0]?.text).toContain('HTTP status codes that trigger a retry');
  });

  it('gives a true claim the quote that supports it', async () => {
    const { draft, quality } = await verify({ summary: [said('HTTP 500, 502, 503, 504 and 429 trigger a retry.')] });

    expect(draft.summary).toEqual([said('HTTP 500, 502, 503, 504 and 429 trigger a retry.', 't1f2q1')]);
    expect(quality.claimsRepaired).toBe(1);
  });

  it('marks what the rules cannot compare, and removes what is about something else', async () => {
    const vague = said('Retries come after a failure unless somebody configures RetryAgent otherwise.');
    const foreign = said('Sourdough bread needs patience, flour, water and salt.');
    const { draft } = await verify({ summary: [vague], overview: [foreign] });

    expect(draft.overview).toEqual([]);
    expect(draft.summary).toEqual([{ ...vague, isUnverified: true }]);
  });
});

describe('a claim of several sentences', () => {
  const LAMP = 'The harbour lamp burns all night.';
  const PASSAGE = `${LAMP} It has two wicks of cotton. Nobody but the keeper may touch it.`;

  async function verifyLamp(claim: { readonly text: string; readonly isPassage?: true }) {
    const blobs = createFileBlobStore(home.path);
    const { sha256: textHash } = await blobs.putText(PASSAGE, 'text/markdown');
    const unit = { start: 0, end: PASSAGE.length };
    const quote = quoteOf('t1f1q1', LAMP, { textHash, start: 0, end: LAMP.length, unit });
    const passageSpan = { textHash, start: 0, end: PASSAGE.length };
    const finding = findingOf('t1f1', LAMP, { quotes: [quote], passageSpan });
    const draft = draftOf({ summary: [{ ...claim, citations: ['t1f1q1'] }] });
    const anchor = anchorOf({ originalQuestion: 'How long does the harbour lamp burn?' });
    return verifyModelDraft(blobs, { anchor, draft, findings: [finding] });
  }

  it('ends before the first that its quotes do not carry', async () => {
    const { draft, quality } = await verifyLamp({ text: `The harbour lamp burns all night. It came from Iceland.` });

    expect(draft.summary.map(({ text }) => text)).toEqual([LAMP]);
    expect(quality.claimsRepaired).toBe(1);
  });

  it('stays whole where it is the passage around its quote', async () => {
    const { draft, quality } = await verifyLamp({ text: PASSAGE, isPassage: true });

    expect(draft.summary.map(({ text }) => text)).toEqual([PASSAGE]);
    expect(quality).toMatchObject({ statementsRemoved: 0, claimsRepaired: 0 });
  });
});

describe('words of a model that are no statement for a reader', () => {
  it.each([
    ['a question', 'How many retries does RetryAgent make by default?', /asks instead of stating/],
    [
      'another language',
      'RetryAgent wiederholt die Anfrage, wenn sie scheitert, höchstens fünf Mal.',
      /language of the report/,
    ],
  ])('are removed: %s', async (_, text, why) => {
    const { draft, quality } = await verify({ summary: [said('RetryAgent retries 5 times by default.'), said(text)] });

    expect(draft.summary.map((claim) => claim.text)).not.toContain(text);
    expect(quality.notes.join()).toMatch(why);
  });
});

describe('a claim that a model found entailed', () => {
  const vague = said('Retries come after a failure unless somebody configures RetryAgent otherwise.');

  it('needs none of the words of its quotes', async () => {
    const entailed = { ...said('Sourdough bread needs patience, flour, water and salt.'), isEntailed: true as const };
    const { draft } = await verify({ summary: [{ ...vague, isEntailed: true as const }], overview: [entailed] });

    expect(draft.overview).toEqual([entailed]);
  });

  it('is repaired or removed all the same where the rules find something wrong', async () => {
    const wrong = { ...said('RetryAgent retries seven times by default.'), isEntailed: true as const };
    const { draft } = await verify({ summary: [wrong] });

    expect(JSON.stringify(draft)).not.toContain('seven');
  });
});

describe('verifyRecord of what a model wrote', () => {
  const WRITTEN = { text: 'On one filling the harbour lamp burns for nine hours.', citations: ['t1f1q1'] };

  async function problemsOf(text: string, changes: object = {}): Promise<readonly string[]> {
    const claim = { ...WRITTEN, text, ...changes };
    const draft = draftOf({ summary: [claim] });
    const { recordPath } = await publishReport(home.path, { engine: 'model', draft });
    return (await verifyRecord({ path: recordPath, blobs: createFileBlobStore(home.path) })).problems;
  }

  it('applies the rules again', async () => {
    expect(await problemsOf(WRITTEN.text)).toEqual([]);
    expect((await problemsOf('The harbour lamp burns for nineteen hours on one filling.')).join()).toMatch(/19/);
    expect((await problemsOf('The harbour lamp does not burn for nine hours.')).join()).toMatch(/do not deny it/);
    expect(await problemsOf('It keeps shining through most of a winter night.', { isUnverified: true })).toEqual([]);
  });

  it('says what it could not check', async () => {
    const { recordPath } = await publishReport(home.path);
    const { unchecked } = await verifyRecord({ path: recordPath, blobs: createFileBlobStore(home.path) });

    expect(unchecked.join('\n')).toMatch(/account of the run/);
  });

  it('notices another question, also where the report shows it', async () => {
    const { record, recordPath } = await publishReport(home.path);
    const [question, other] = [record.anchor.originalQuestion, 'How long does the harbour lamp sleep?'];
    await writeFile(recordPath, (await readFile(recordPath, 'utf8')).replaceAll(question, other));
    const markdownPath = recordPath.replace(/report\.json$/, 'report.md');
    await writeFile(markdownPath, (await readFile(markdownPath, 'utf8')).replaceAll(question, other));

    const { problems } = await verifyRecord({ path: recordPath, blobs: createFileBlobStore(home.path) });
    expect(problems).toEqual(['the question or its interpretation differs from what was frozen']);
  });
});

describe('verification of what a model wrote about marked words', () => {
  it.each([
    ['~~The tank must be emptied every 30 days.~~ Wait.', '~~The tank must be emptied every 30 days.~~'],
    ['~~The tank must be emptied every 30 days.~~ Wait.', 'The tank must be emptied every 30 days.'],
    ['<del>The tank must be emptied every 30 days.</del>', 'The tank must be emptied every 30 days.'],
    ['<s>Wait. The tank must be emptied every 30 days.</s>', 'The tank must be emptied every 30 days.'],
    ['- <strike>The tank must be emptied every 30 days.</strike>', 'The tank must be emptied every 30 days.'],
    ['Wait. [hidden: The tank must be emptied every 30 days.]', '[hidden: The tank must be emptied every 30 days.]'],
    ['[hidden: Wait. The tank must be emptied every 30 days.]', 'The tank must be emptied every 30 days.'],
  ])('refuses a claim that rests on struck or hidden words alone: %s', async (document, quoted) => {
    const { draft, quality } = await verifyMarked(document, quoted, 'The tank must be emptied every 30 days.');

    expect(draft.summary).toEqual([]);
    expect(quality.notes.join()).toContain('the source strikes out or hides the quotation');
  });

  it.each([
    ['The tank must be emptied every ~~30~~ 45 days.', 'The tank must be emptied every 30 days.', 'every 45 days.'],
    [
      'The tank must be emptied every [hidden: 30] 45 days.',
      'The tank must be emptied every 30 days.',
      'every 45 days.',
    ],
    ['The tank costs <del>100</del> 80 euros a year.', 'The tank costs 100 euros a year.', 'costs 80 euros a year.'],
    ['The tank cannot hold over 2<sup>60</sup> lamps.', 'The tank cannot hold over 260 lamps.', 'over 2⁶⁰ lamps.'],
    ['The tank weighs 5 × 10<sup>-3</sup> kg at most.', 'The tank weighs 10-3 kg at most.', '5 × 10⁻³ kg at most.'],
    ['The tank weighs 5 × 10⁻³ kg at most.', 'The tank weighs 5 kg at most.', '5 × 10⁻³ kg at most.'],
  ])('puts the words of the quote in the place of a figure without its mark: %s', async (document, wrong, right) => {
    const { draft } = await verifyMarked(document, document, wrong);

    expect(draft.summary.map(({ text }) => text).join()).toContain(right);
  });

  it.each([
    ['The tank must be emptied every ~~30~~ 45 days.', 'The tank must be emptied every 45 days.'],
    ['The tank cannot hold over 2<sup>60</sup> lamps.', 'The tank cannot hold over 2^60 lamps.'],
    ['The tank cannot hold over 2^60 lamps.', 'The tank cannot hold over 2⁶⁰ lamps.'],
    ['The tank weighs 5 × 10<sup>-3</sup> kg at most.', 'The tank weighs 5 × 10^-3 kg at most.'],
    ['The tank weighs 5 × 10⁻³ kg at most.', 'The tank weighs at most 5 g.'],
    ['The floor of the tank is 5 m<sup>2</sup>.', 'The floor of the tank is 5 m².'],
  ])('keeps a figure in another spelling: %s', async (document, text) => {
    const { draft } = await verifyMarked(document, document, text);

    expect(draft.summary.map((claim) => claim.text)).toEqual([text]);
  });
});
