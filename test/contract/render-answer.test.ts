import type { RenderAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createComposeAnswer } from '../../activities/entries/answers/compose-answer.ts';
import { createRenderAnswer } from '../../activities/entries/answers/render-answer.ts';
import { readInPart } from '../../workflows/domain/evidence-diagnostics.ts';
import { withFindings } from '../../workflows/domain/verified-findings.ts';
import { checkText } from '../support/builders/checked-drafts.ts';
import { contextOf } from '../support/builders/conversation-fixtures.ts';
import { createMemoryAnswerStream } from '../support/builders/memory-answer-stream.ts';
import { anchorOf, draftOf, findingOf, quoteOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const WICK = 'A trimmed wick adds one hour to the burning time of the harbour lamp.';
const DRAWER = 'Wicks are stored in a dry drawer below the stairs.';
const LOESCHEN = 'Die Laterne der Mole wird bei Sonnenaufgang gelöscht.';
const PROSE: RenderAnswerInput['guidance'] = { layout: 'prose', attributes: [] };

let world: TestActivities;

beforeAll(async () => {
  world = await createTestActivities();
});

afterAll(() => world.dispose());

const dependencies = () => ({ corpus: world.corpus.index, blobs: createFileBlobStore(world.corpus.home) });
const render = async (changes: Partial<RenderAnswerInput> & Pick<RenderAnswerInput, 'findings'>) =>
  createRenderAnswer(dependencies())({
    anchor: anchorOf(),
    corpusId: world.report.corpusId,
    draft: draftOf(),
    engine: 'model',
    guidance: PROSE,
    unread: null,
    items: [],
    ...changes,
  });
const claimOf = (text: string, ...citations: string[]) => ({ text, citations });
const itemOf = (itemId: string, title: string) => ({
  itemId,
  title,
  attributes: [{ name: 'hours', label: 'Hours', value: '9' }],
  description: `${title}: hours 9.`,
});

/** Composes, verifies and renders by rule, as a conversation does. */
async function answerByRule(
  question: string,
  findings: readonly Finding[],
  changes: Partial<QueryAnchor> = {},
  shown: Partial<Pick<RenderAnswerInput, 'guidance' | 'items' | 'unread'>> = {},
) {
  const anchor = anchorOf({ originalQuestion: question, keyEntities: [], ...changes });
  const compose = createComposeAnswer({
    ...dependencies(),
    reasoner: createOfflineReasoner(),
    answerStream: createMemoryAnswerStream(),
  });
  const { corpusId } = world.report;
  const about = {
    answerId: 'session-1:1',
    anchor,
    corpusId,
    findings,
    guidance: PROSE,
    unread: null,
    context: contextOf(),
    streams: false,
  };
  const { value, cost } = await compose({ ...BY_RULE, ...about }, new AbortController().signal);
  const { engine } = cost;
  const written = { anchor, draft: value, findings: [...findings], engine };
  const verified = withFindings(await checkText(world.activities, written), written);
  const { draft } = verified;
  return render({ anchor, draft, findings: verified.findings, engine, ...shown });
}

describe('the text of an answer', () => {
  it('is one paragraph with marks in the order of first use, and the citations of the record', async () => {
    const findings = [await storedFinding(world, 't1f1', BURNS), await storedFinding(world, 't1f2', WICK)];
    const summary = [
      claimOf('A trimmed wick adds one hour.', 't1f2q1'),
      claimOf('It burns nine hours.', 't1f1q1', 't1f2q1'),
    ];
    const { summary: text, citations } = await render({ findings, draft: draftOf({ summary }) });

    expect(text).toBe('A trimmed wick adds one hour. [1] It burns nine hours. [2][1]');
    expect(citations.map(({ number, locator, quote }) => [number, locator, quote.text])).toEqual([
      [1, 'rules/wick.md', WICK],
      [2, 'lamp.md', BURNS],
    ]);
  });

  it('comes with the questions of its draft, as far as they are questions', async () => {
    const findings = [await storedFinding(world, 't1f1', BURNS)];
    const proposed = ['Where are wicks stored?', 'Wicks are dry.', 'And on the Pier?'];
    const draft = draftOf({ summary: [claimOf('It burns.', 't1f1q1')], followUps: proposed });
    const none = await render({ findings, draft: draftOf() });
    const some = await render({ findings, draft });

    expect(none.followUps).toEqual([]);
    expect(some).toMatchObject({
      summary: 'It burns. [1]',
      followUps: ['Where are wicks stored?', 'And on the Pier?'],
    });
  });

  it('is a list where the guidance says so, and admits gaps', async () => {
    const findings = [await storedFinding(world, 't1f1', BURNS)];
    const draft = draftOf({ summary: [claimOf('It burns.', 't1f1q1')], remainingGaps: ['Nothing on [oil].'] });
    const guidance = { ...PROSE, layout: 'list' as const };
    const english = await render({ findings, draft, guidance });
    const german = await render({ findings, draft, guidance, anchor: anchorOf({ language: 'de' }) });

    expect(english.summary).toBe(
      ['- It burns. [1]', 'What could not be answered:', '- Nothing on \\[oil\\].'].join('\n\n'),
    );
    expect(german.summary).toContain('Was nicht beantwortet werden konnte');
  });

  it('ends in a table where the guidance says so, and every card has a citation', async () => {
    const findings = await Promise.all(
      [BURNS, WICK, DRAWER].map((words, index) =>
        storedFinding(world, `t1f${index + 1}`, words, {
          passageId: `item-${index + 1}`,
          sourceId: `item-${index + 1}`,
        }),
      ),
    );
    const items = [itemOf('item-3', 'Drawer'), itemOf('item-1', 'Lamp | Pier'), itemOf('item-9', 'Unknown')];
    const draft = draftOf({ summary: [claimOf('It burns.', 't1f1q1')] });
    const guidance = { ...PROSE, layout: 'table' as const, attributes: ['Hours'] };
    const table = await render({ findings, draft, guidance, items });
    const asTable = await render({ findings, draft, items });

    expect(table.summary).toBe(
      [
        'It burns. [1]\n',
        '| Name | Hours |',
        '| --- | --- |',
        '| Drawer [2] | 9 |',
        '| Lamp\\|Pier [1] | 9 |',
        '| Unknown | 9 |',
      ].join('\n'),
    );
    expect(table.citationOfItem).toEqual({ 'item-3': 2, 'item-1': 1 });
    expect(table.citations.map(({ quote }) => quote.text)).toEqual([BURNS, DRAWER]);
    expect(asTable).toMatchObject({ summary: 'It burns. [1]', citationOfItem: { 'item-3': 2, 'item-1': 1 } });
    expect(asTable.citations).toHaveLength(2);
  });
});

describe('an answer by rule', () => {
  it('shows the places with the words marked that were searched for, and scores nothing', async () => {
    const findings = [await storedFinding(world, 't1f1', BURNS)];
    const foreign = [await storedFinding(world, 't1f1', LOESCHEN)];
    const english = await answerByRule('How long does the harbour lamp burn?', findings);
    const german = await answerByRule('Wann wird die Laterne der Mole gelöscht?', foreign, { language: 'de' });

    const place = '*Harbour lamp · Burning time:* The harbour **lamp** **burns** for nine hours';
    expect(english.summary).toMatch(`## Places found\n\nAll words of the question were found.\n\n- ${place}`);
    expect(german.summary).toMatch(/^## Fundstellen\n\n/);
    expect(german.summary.replaceAll('**', '')).toContain(`${LOESCHEN} [1]`);
  });

  it('names above what it shows the words that no place has', async () => {
    const { summary } = await answerByRule('Which locomotive burns coal?', [await storedFinding(world, 't1f1', BURNS)]);

    expect(summary).toBe(
      [
        '## Places found',
        '“locomotive” and “coal” are in no document.',
        '- *Harbour lamp · Burning time:* The harbour **lamp** **burns** for nine hours on one filling of rapeseed oil. [1]',
      ].join('\n\n'),
    );
  });

  it('names above what it shows the places without a word of the question', async () => {
    const found = { ...(await storedFinding(world, 't1f1', BURNS)), relevanceReason: '' };
    const english = await answerByRule('Which locomotive burns coal?', [found]);
    const german = await answerByRule('Wann brennt die Laterne?', [found], { language: 'de' });

    expect(english.summary).toContain(String.raw`with no word of the question: \[1\].`);
    // Of another language it is said that it is, and words are not looked for there.
    expect(german.summary).not.toContain('Wortteilen');
  });

  it('refuses in the words of the report where nothing was found, with the reason', async () => {
    const english = await answerByRule('Which locomotive burns coal?', []);
    const german = await answerByRule('Welche Lokomotive zieht den Zug?', [], { language: 'de' });

    expect(english.summary).toMatch(
      /^Nothing was found in the documents for this question\. “locomotive” and “coal” are in no document/,
    );
    expect(german.summary).toMatch(/^Zu dieser Frage wurde in den Dokumenten nichts gefunden\. .*„Lokomotive“/i);
  });

  it('refuses with what was not read', async () => {
    const skippedFiles = [{ locator: 'rates.csv', reason: 'unsupported file type' }];
    const corpus = { files: 1, skippedCount: 1, partialCount: 0, skippedFiles };
    const unread = readInPart({ corpus, gaps: [], usesWeb: false, pagesRead: 0 });
    const { summary } = await answerByRule('Which locomotive burns coal?', [], {}, { unread });
    expect(summary).toMatch(
      /^Nothing was found for this question in what was read\.[^]*`rates\.csv` \(unsupported file type\)/,
    );
  });

  it('says that the documents are in another language', async () => {
    const french = 'Combien de temps la lampe du port brûle-t-elle ?';
    const { summary } = await answerByRule(french, [await storedFinding(world, 't1f1', BURNS)], { language: 'fr' });

    expect(summary).toContain('Without a language model Plumbline knows the words of');
  });

  it('names the items that a table shows, describes them where none are shown, and says no word of a filter is missing', async () => {
    const texts = ['Pier Inn. City: Boston. Stars: 4. Pool: yes.', 'Quay House. City: Boston. Stars: 3. Pool: no.'];
    const findings = await Promise.all(texts.map((text, index) => findingOfItem(`item-${index + 1}`, text)));
    const items = [itemOf('item-1', 'Pier Inn'), itemOf('item-2', 'Quay House')];
    const guidance = { ...PROSE, layout: 'table' as const };
    const asTable = await answerByRule('hotels in Boston', findings, {}, { guidance, items });
    const asProse = await answerByRule('hotels in Boston', findings);
    const described = await answerByRule('hotels in Boston', findings, {}, { items });
    const priced = await answerByRule('hotels in Boston for 200 dollars', findings, {}, { guidance, items });
    const unsaid = await answerByRule('Unterkünfte an der See', findings, { language: 'de' }, { guidance, items });

    expect(asTable.summary).toMatch(/^2 entries found: Pier Inn \[1\], Quay House \[2\]\n\n\| Name \|/);
    expect(asTable.found).toBeNull();
    expect(asProse.found?.places).toHaveLength(2);
    expect(asTable.citationOfItem).toEqual({ 'item-1': 1, 'item-2': 2 });
    expect(asTable.citations.map(({ quote }) => quote.text)).toEqual(texts);
    expect(asProse.summary).toContain('Stars: 4');
    expect(described.summary).toBe('Pier Inn: hours 9. [1]\n\nQuay House: hours 9. [2]');
    expect(priced.summary).toBe(asTable.summary);
    expect(unsaid.summary).toMatch(/^2 Einträge gefunden: Pier Inn \[1\], Quay House \[2\]\n/);
  });
});

/** The finding of a catalogue's item: its quote is the whole item as stored text. */
async function findingOfItem(itemId: string, text: string): Promise<Finding> {
  const { sha256: textHash } = await dependencies().blobs.putText(text, 'text/plain');
  const findingId = itemId.replace('item-', 't1f');
  const place = { sourceId: itemId, textHash };
  return findingOf(findingId, text, {
    passageId: itemId,
    taskId: 'catalogue',
    sourceId: itemId,
    locator: 'hotels.csv',
    title: 'Hotels',
    headingPath: [],
    passageSpan: { textHash, start: 0, end: text.length },
    quotes: [quoteOf(`${findingId}q1`, text, place)],
  });
}
