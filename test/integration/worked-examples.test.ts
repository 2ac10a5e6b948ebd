import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { answerStep, type ScriptedKnowledge } from '../support/builders/step-answers.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

/** A rule with its exception for minors, and what lies beside it. */
const GERMAN = {
  'strahlenordnung.md': `# Strahlenordnung der Werften (StrOW)

## § 12 Grenzwerte für beruflich exponierte Personen

(1) Der Grenzwert der effektiven Dosis beträgt für beruflich exponierte Personen 20 Millisievert im Kalenderjahr.

(2) Für beruflich exponierte Personen unter 18 Jahren beträgt der Grenzwert der effektiven Dosis 1 Millisievert im Kalenderjahr. Die Werftaufsicht kann für Auszubildende ab 16 Jahren 6 Millisievert zulassen.

## § 14 Grenzwerte für Anwohner

Für Anwohner der Werft beträgt der Grenzwert der effektiven Dosis 1 Millisievert im Kalenderjahr.

## § 20 Aufzeichnungen

Die Aufzeichnungen sind in blauen Ordnern zu führen; das Muster steht in Anlage 3.

## Anlage 3 Muster

Die Blätter haben das Format A4 und werden links gelocht.
`,
  'kantine.md': `# Kantinenordnung

## § 2 Preise

Das Mittagessen kostet für Beschäftigte fünf Taler, der Grenzwert für Zuschüsse beträgt zwei Taler.
`,
};

const ENGLISH = {
  'radiation.md': `# Radiation rules of the shipyards

## Section 12 Limits for exposed workers

The limit on the effective dose of exposed workers is 20 millisievert in a calendar year.

For exposed workers under the age of 18, the limit on the effective dose is 1 millisievert in a calendar year. The yard office may permit 6 millisievert for apprentices from the age of 16.

## Section 14 Limits for neighbours

For neighbours of the yard, the limit on the effective dose is 1 millisievert in a calendar year.

## Section 20 Records

Records are kept in blue folders; the form is in Annex 3.

## Annex 3 Form

The sheets have the size A4 and are punched on the left.
`,
  'canteen.md': `# Canteen rules

## Section 2 Prices

Lunch costs five crowns for workers, and the limit on subsidies is two crowns.
`,
};

const EXAMPLES = [
  {
    language: 'German',
    files: GERMAN,
    rules: 'strahlenordnung.md',
    question: 'Welcher Grenzwert der effektiven Dosis gilt für beruflich exponierte Personen im Kalenderjahr?',
    plain: 'Wie viel Strahlung dürfen Schweißer abbekommen?',
    variant: 'Grenzwert effektive Dosis beruflich exponierte Personen',
    answers: 'beträgt für beruflich exponierte Personen 20 Millisievert im Kalenderjahr.',
    minors: 'Personen unter 18 Jahren beträgt der Grenzwert der effektiven Dosis 1 Millisievert',
    statement: 'Für beruflich exponierte Personen gilt ein Grenzwert von 20 Millisievert im Kalenderjahr.',
    tangents: /Kantin|Ordnern|gelocht/u,
    others: /\b(?:the|and|of)\b/u,
  },
  {
    language: 'English',
    files: ENGLISH,
    rules: 'radiation.md',
    question: 'Which limit on the effective dose applies to exposed workers in a calendar year?',
    plain: 'How much radiation may welders take?',
    variant: 'limit effective dose exposed workers',
    answers: 'effective dose of exposed workers is 20 millisievert in a calendar year.',
    minors: 'under the age of 18, the limit on the effective dose is 1 millisievert',
    statement: 'For exposed workers a limit of 20 millisievert in a calendar year applies.',
    tangents: /[Cc]anteen|folders|punched/u,
    others: /\b(?:der|die|und)\b/u,
  },
] as const;
type Example = (typeof EXAMPLES)[number];

let server: ScriptedModelServer;
let research: RealResearch | undefined;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await research?.dispose();
  await server.close();
  server.assertDone();
});

/** A model that knows what is about doses, and gives tangents a fifth. */
function knowing({ statement, answers, variant, question, tangents }: Example): ScriptedKnowledge {
  return {
    keyEntities: [],
    scope: question,
    coverage: 0.9,
    tasks: () => [question],
    rationale: 'the question itself',
    queries: () => [variant, variant.toUpperCase()],
    extraction: ({ text }) => ({
      information: text.slice(0, 80),
      quotes: [{ text: text.includes(answers) ? answers : text.slice(0, 60), reason: 'the limit' }],
      relevance: tangents.test(text) ? 0.2 : text.includes(answers) ? 1 : 0.7,
    }),
    isEntailed: () => true,
    report: ({ quotes }) => ({
      summary: [
        { text: statement, citations: quotes.filter(({ text }) => text.includes(answers)).map(({ key }) => key) },
      ],
    }),
  };
}

async function askModel(example: Example, question: string) {
  const { files } = example;
  server.answerBy(({ step, messages }) => {
    const prompt = messages.map(({ content }) => content).join('\n');
    const reply = answerStep({ step, prompt }, { ...knowing(example), tasks: () => [question] });
    return reply === undefined ? undefined : answer(reply);
  });
  research = await createRealResearch(inject('temporalAddress'), files, server.baseURL);
  return research.run(question, { clarify: 'never' });
}

describe.each(EXAMPLES)('dose limits with an exception for minors, in $language', (example) => {
  const { files, rules, question, plain, answers, minors, statement, tangents, others, variant } = example;

  it('are shown first without a model, the rule with its exception, and nothing is stated', async () => {
    research = await createRealResearch(inject('temporalAddress'), files);
    const { record, markdown } = await research.run(question, { clarify: 'never' });

    const { summary, citations } = record.report;
    expect(summary.every(({ isPassage }) => isPassage === true)).toBe(true);
    const first = summary.slice(0, 2).map(({ text }) => text);
    expect(first[0]).toContain(answers);
    expect(first.join('\n')).toContain(minors);
    expect(citations[0]?.locator).toBe(rules);
    expect(first.join('\n')).not.toMatch(tangents);
    expect(markdown).not.toMatch(others);
  });

  it('are stated with a model that is shown both, word for word, and no tangent', async () => {
    const { record, markdown } = await askModel(example, question);

    const [written] = server.requests.filter(({ step }) => step === 'synthesize-report');
    const prompt = written?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain(answers);
    expect(prompt).toContain(minors);
    expect(prompt).not.toMatch(tangents);
    expect(record.report.summary.map(({ text }) => text)).toEqual([statement]);
    expect(record.report.citations.map(({ quote }) => quote.text).join('\n')).toContain(answers);
    expect(markdown).not.toMatch(tangents);
    expect(markdown).not.toMatch(others);
  });

  it('are put first by a variant of a question in other words; its own words are asked first, each once', async () => {
    const { record } = await askModel(example, plain);

    const { queries = [], hits = [] } = record.report.telemetry.tasks?.[0] ?? {};
    const [own, ...varied] = queries.map(({ query }) => query);
    expect(own).toBe(plain);
    expect(varied).toHaveLength(2);
    expect(varied.filter((query) => query.toLowerCase() === variant.toLowerCase())).toEqual([variant]);
    const right = hits.find(({ place }) => place.includes('12'))?.id;
    expect(queries[0]?.hits[0]).not.toBe(right);
    expect(queries[1]?.hits[0]).toBe(right);
    expect(record.report.summary.map(({ text }) => text)).toEqual([statement]);
  });
});
