import { exportedReport } from '@plumbline/exports/report-export';
import { readReport } from '@plumbline/report/reading';
import { renderRecord } from '@plumbline/report/rendering';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { FRENCH_WORDS, wordList } from '../support/builders/french-words.ts';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { claimOf, quotesIn, reportMarkdown } from '../support/builders/step-answers.ts';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

const LAMPE = `# Lampe du port

## Durée

La lampe du port brûle pendant neuf heures avec un seul remplissage d’huile de colza.
Le gardien coupe la mèche à minuit et le note dans le registre du port.
`;
const SENTENCE = 'La lampe du port brûle pendant neuf heures avec un seul remplissage d’huile de colza.';
const QUESTION = 'Combien de temps la lampe du port brûle-t-elle avec un seul remplissage ?';
const OPEN = 'Le constructeur du phare du cap Nord n’est pas nommé.';
const UNANSWERED = 'Qui a construit le phare du cap Nord ?';

let server: ScriptedModelServer;
let research: RealResearch | undefined;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await research?.dispose();
  await server.close();
});

/** @param words what the model writes below its report */
async function start(words: string, hasModel = true): Promise<RealResearch> {
  server.answerBy((request) => {
    const prompt = request.messages.map(({ content }) => content).join('\n');
    const [quote] = quotesIn(prompt).filter(({ text }) => text.includes('neuf heures'));
    const claims = quote === undefined ? [] : [{ ...claimOf(quote), text: SENTENCE }];
    return replyTo(request, {
      'assess-clarity': {
        keyEntities: ['lampe du port'],
        scope: 'la lampe du port',
        knowledgeGaps: [],
        coverage: 0.9,
        questions: [],
        tasks: [QUESTION, UNANSWERED].map((text) => ({ text, rationale: 'la question' })),
      },
      'extract-findings': {
        passages: [{ id: 'p1', relevance: 0.9, tasks: ['t1'], cite: quote?.key ?? '', note: SENTENCE }],
        leads: [],
        contradictions: [],
      },
      'synthesize-report': `${reportMarkdown({ summary: claims })}\n\n## LIMITS\n\n- ${OPEN}\n\n${words}`,
    });
  });
  research = await createRealResearch(
    inject('temporalAddress'),
    { 'lampe.md': LAMPE },
    hasModel ? server.baseURL : undefined,
  );
  return research;
}

const IN_ENGLISH = 'Fixed words that the model did not give in French are in English.';

describe('a report in a language without words of its own', () => {
  it('has the fixed words that its author gave, and renders the same without a model', async () => {
    const world = await start(wordList(FRENCH_WORDS));

    const { record, markdown } = await world.run(QUESTION);

    expect(record.report.summary.map(({ text }) => text)).toEqual([SENTENCE]);
    expect(markdown).toContain(`## Limites\n\n- ${OPEN}`);
    expect(markdown).not.toMatch(/WORDS|nothingFound|## Limitations/u);
    expect(record.report.fixedWords).toEqual(FRENCH_WORDS);
    expect(readReport(record).behind.account.join('\n')).not.toContain(IN_ENGLISH);
    expect(renderRecord(record).markdown).toBe(markdown);
    expect(exportedReport(record)).toMatchObject({ language: 'fr' });
    expect(record.report.degradations).toEqual([]);
  });

  it('has English ones where its author gave none, and says so', async () => {
    const world = await start('');

    const { record, markdown } = await world.run(QUESTION);

    expect(record.report).not.toHaveProperty('fixedWords');
    expect(markdown).toContain(`## Limitations\n\n- ${OPEN}`);
    expect(readReport(record).behind.account).toContain(IN_ENGLISH);
    expect(readReport(record).behind.account.filter((line) => line.includes('in English'))).toHaveLength(1);
  });

  it('has English ones without a model, and no sentence of its own counts as foreign', async () => {
    const world = await start(wordList(FRENCH_WORDS), false);

    const { record, markdown } = await world.run(QUESTION);

    expect(record.report).not.toHaveProperty('fixedWords');
    expect(markdown).toContain('## About this report');
    expect(record.report.diagnostics.map(({ code }) => code)).toContain('QUESTION_LANGUAGE');
    expect(record.report.diagnostics.map(({ code }) => code)).not.toContain('LANGUAGE_MIXED');
    expect(markdown).not.toContain(IN_ENGLISH);
    expect(server.requests).toEqual([]);
  });
});
