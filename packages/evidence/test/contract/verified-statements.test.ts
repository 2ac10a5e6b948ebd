import { readFile, writeFile } from 'node:fs/promises';
import { createClaimVerifier, verifyDraft } from '@plumbline/evidence/claims';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { type BlobStore, createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { publishReport } from '../../../../test/support/builders/published-report.ts';
import { anchorOf, draftOf, findingOf, quoteOf } from '../../../../test/support/builders/research-fixtures.ts';
import { verifyRecord } from '../../../../test/support/builders/stored-records.ts';

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
  return verifyRuledDraft(blobs, { anchor, draft, findings });
}

function verifyRuledDraft(blobs: BlobStore, written: Omit<Parameters<typeof verifyDraft>[0], 'engine'>) {
  const texts = createStoredTexts(blobs);
  return verifyDraft({ ...written, engine: 'offline' }, texts, createClaimVerifier({ ...written, texts }));
}

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
    return verifyRuledDraft(blobs, { anchor, draft, findings: [finding] });
  }

  it('stays whole where it is the passage around its quote', async () => {
    const { draft, quality } = await verifyLamp({ text: PASSAGE, isPassage: true });

    expect(draft.summary.map(({ text }) => text)).toEqual([PASSAGE]);
    expect(quality).toMatchObject({ statementsRemoved: 0, claimsRepaired: 0 });
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
    expect((await problemsOf('It “burns for nineteen hours on one filling”.')).join()).toMatch(/quotation/);
    const derivation = { expression: '9 + 9', result: '19 hours' };
    expect((await problemsOf('Two fillings last 19 hours.', { derivation })).join()).toMatch(/9 \+ 9 is 18/);
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

describe('verification of what a rule wrote about marked words', () => {
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
});
