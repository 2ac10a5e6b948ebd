import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { exportedReport } from '../../activities/report/exports/report-export.ts';
import { readReport } from '../../activities/report/report-reading.ts';
import { renderRecord } from '../../activities/report/report-rendering.ts';
import { FRENCH_TEMPLATES } from '../support/builders/french-phrases.ts';
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
const UNANSWERED = 'Qui a construit le phare du cap Nord ?';
const ENGLISH_HEADINGS = /^## (?:Sources|Key findings|About this report|Limitations)$/gmu;

let server: ScriptedModelServer;
let research: RealResearch | undefined;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await research?.dispose();
  await server.close();
});

/** @param translation what the model answers when it is asked for the fixed words */
async function start(translation: unknown, hasModel = true): Promise<RealResearch> {
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
      'synthesize-report': reportMarkdown({ summary: claims }),
      'translate-phrases': translation,
    });
  });
  research = await createRealResearch(
    inject('temporalAddress'),
    { 'lampe.md': LAMPE },
    hasModel ? server.baseURL : undefined,
  );
  return research;
}

const translations = () => server.requests.filter(({ step }) => step === 'translate-phrases').length;

describe('a report in a language without words of its own', () => {
  it('has its fixed words translated, once for all runs, and renders the same without a model', async () => {
    const world = await start(FRENCH_TEMPLATES);

    const first = await world.run(QUESTION);
    const second = await world.run(QUESTION);

    const { record, markdown } = first;
    expect(record.report.summary.map(({ text }) => text)).toEqual([SENTENCE]);
    expect(markdown).toContain(`## Limites\n\n- Rien de pertinent n’a été trouvé pour : ${UNANSWERED}`);
    expect(markdown).not.toMatch(/## (?:Limitations|About|Key findings)|Nothing relevant/u);
    const { behind, sections } = readReport(record);
    expect(behind.account[0]).toMatch(/^Moteur : modèle\. /u);
    expect(behind.account.join('\n')).not.toMatch(/Searched|Checks:|Read this|Fewer than|review before|requests/u);
    expect(JSON.stringify(sections)).not.toContain('Nothing relevant');
    expect(record.phrases).toEqual({ language: 'fr', templates: FRENCH_TEMPLATES });
    expect(record.report.stats.usage.modelCalls).toBe(
      record.ledger?.entries.reduce((sum, { kind, requests }) => sum + (kind === 'model' ? requests : 0), 0),
    );
    expect(renderRecord(record).markdown).toBe(markdown);
    expect(exportedReport(record)).toMatchObject({ language: 'fr' });
    expect(record.report.quality.scores?.languagePurity).toBe(100);
    expect(second.record.phrases).toEqual(record.phrases);
    expect(translations()).toBe(1);
  });

  it('has English ones where the translation cannot be said, and says so', async () => {
    const world = await start({ ...FRENCH_TEMPLATES, sources: '', conflict: '**Contradiction {nombre} :**' });

    const { record, markdown } = await world.run(QUESTION);

    expect(record.phrases).toBeNull();
    expect(markdown.match(ENGLISH_HEADINGS)).toEqual(['## Limitations', '## Sources']);
    expect(record.report.quality.scores?.languagePurity).toBe(100);
    expect(record.report.degradations).toContainEqual({
      step: 'translate-phrases',
      cause: expect.stringContaining('conflict: must use exactly {number}; sources: is missing') as string,
      count: 1,
    });
    expect(translations()).toBe(2);
  });

  it('has English ones where the model answers in another language', async () => {
    const spanish = { ...FRENCH_TEMPLATES, ...SPANISH_SENTENCES };
    const world = await start(spanish);

    const { record } = await world.run(QUESTION);

    expect(record.phrases).toBeNull();
    expect(record.report.degradations).toContainEqual(
      expect.objectContaining({ cause: 'the answer is not in the language "fr"' }),
    );
  });

  it('has English ones without a model, and no sentence of its own counts as foreign', async () => {
    const world = await start(FRENCH_TEMPLATES, false);

    const { record, markdown } = await world.run(QUESTION);

    expect(record.phrases).toBeNull();
    expect(markdown).toContain('## About this report');
    expect(record.report.degradations.map(({ step }) => step)).not.toContain('translate-phrases');
    expect(server.requests).toEqual([]);
  });
});

const SPANISH_SENTENCES = {
  uncertain:
    'Ninguna afirmación responde con certeza a la pregunta. Estos pasajes son los que más se acercan; las palabras decisivas están en negrita:',
  onlyUntrusted:
    'Solo los pasajes marcados con ⚠ responden a esta pregunta; se dirigen a un programa que los lee. Compruebe lo que dicen antes de fiarse de ello.',
  untrustedBelow:
    'El texto marcado con ⚠ más abajo procede de pasajes que se dirigen a un programa que los lee; no es ninguna respuesta.',
  untrustedExplained:
    '⚠ marca palabras de pasajes que dan órdenes a un programa que los lee, imitan a uno, ocultan palabras o están cerca de tales palabras. Se muestran sin cambios, no se siguió ninguna instrucción y no valen como respuesta mientras existan otros pasajes.',
  engineOffline:
    'Motor: sin conexión. Las afirmaciones son palabras de las fuentes, elegidas y ordenadas por reglas; no se utilizó ningún modelo.',
  engineModel:
    'Motor: modelo. Lo que escribió un modelo de lenguaje se comparó con las citas que menciona; el resto son palabras de las fuentes, elegidas por reglas.',
};
