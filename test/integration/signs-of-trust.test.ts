import { trustOf } from '@plumbline/contracts/report/trust';
import { exportRecord } from '@plumbline/exports/report-export';
import { readReport } from '@plumbline/report/reading';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { LAMP as LAMP_KNOWN, replyTo } from '../support/builders/scripted-answers.ts';
import { answerStep, reportMarkdown, type ScriptedKnowledge } from '../support/builders/step-answers.ts';
import {
  answer,
  type ModelReply,
  type ModelRequest,
  raw,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

const LAMP = `# Harbour lamp

The harbour lamp burns for nine hours on one filling of rapeseed oil.
The keeper trims the wick at midnight and notes it in the log of the harbour.
`;
const QUESTION = 'How long does the harbour lamp burn on one filling?';
const TRUE = 'Filled once, the lamp of the harbour stays alight nine hours.';
/** No rule can refuse them: their words and figures are those of the source. */
const PLANTED = [
  'The keeper leaves the wick untouched at midnight.',
  'Rapeseed oil keeps the harbour lamp from burning.',
];

const promptOf = ({ messages }: ModelRequest): string => messages.map(({ content }) => content).join('\n');

/** A judge, by what it says of a statement. */
const saying = (verdict: (said: string) => 'yes' | 'no') => (request: ModelRequest) => {
  const prompt = promptOf(request);
  // The instructions below the passages explain the marks.
  const shown = prompt.slice(0, prompt.lastIndexOf('</passage>'));
  const verdicts = [...shown.matchAll(/\[(p\d+)\] ([^\n[]*)/g)].map(([, id, said = '']) => {
    return { id, verdict: verdict(said), reason: 'so it is' };
  });
  return answer({ verdicts, instead: [], beside: [], uses: [] });
};

const JUDGES: Readonly<Record<string, (request: ModelRequest) => ModelReply>> = {
  'confirms nothing': saying(() => 'no'),
  'says yes to all, planted falsehoods too': saying(() => 'yes'),
  'refuses to answer': () => raw(400, 'no'),
  'talks of something else': () => answer({ weather: 'fine' }),
};

let server: ScriptedModelServer;
let research: RealResearch | undefined;
beforeEach(async () => {
  server = await startScriptedModelServer();
});
afterEach(async () => {
  await research?.dispose();
  await server.close();
});

async function judgedBy(judge?: (request: ModelRequest) => ModelReply) {
  server.answerBy((request) => {
    if (request.step === 'judge-entailment' && judge !== undefined) return judge(request);
    const [first = '', second = ''] = [...promptOf(request).matchAll(/\[(p\d+\.\d+)\]/g)].map(
      (match) => match[1] ?? '',
    );
    const statements = [{ text: TRUE, citations: [first] }, ...PLANTED.map((text) => ({ text, citations: [second] }))];
    return replyTo(request, {
      'synthesize-report': reportMarkdown({ summary: statements }),
      'mend-statements': 's1: -',
    });
  });
  research = await createRealResearch(inject('temporalAddress'), { 'lamp.md': LAMP }, server.baseURL);
  const { record, markdown } = await research.run(QUESTION);
  const trust = trustOf(record.report, record.anchor);
  const stored = { json: JSON.stringify(record), markdown };
  const exported = async (format: 'html' | 'markdown' | 'json') =>
    new TextDecoder().decode((await exportRecord(stored as Parameters<typeof exportRecord>[0], format)).bytes);
  return { record, trust, markdown, html: await exported('html'), exportedMarkdown: await exported('markdown') };
}

describe('a judge that', () => {
  it.each(Object.entries(JUDGES))('%s confirms no statement, in no form of the report', async (_, judge) => {
    const { record, trust, markdown, html, exportedMarkdown } = await judgedBy(judge);
    const { cautions, checks } = readReport(record);

    expect(trust).toMatchObject({ confirmed: 0, unsure: 0, notJudged: 3 });
    expect(checks.trust).toEqual(trust);
    for (const shown of [
      markdown,
      exportedMarkdown,
      html.replaceAll(/<style>[^]*?<\/style>/g, ''),
      cautions.join(' '),
    ]) {
      expect(shown).toMatch(/Read with care: whether 3 statements .*? was not judged/);
      expect(shown).not.toMatch(/[1-9]\d* statements? confirmed/);
      // A share that nobody counted.
      expect(shown).not.toMatch(/\d ?%/);
    }
  });

  it('can be relied on confirms what is true, and nothing that is planted', async () => {
    const knowing: ScriptedKnowledge = { ...LAMP_KNOWN, isEntailed: ({ text }) => text.includes(TRUE) };
    const { trust, markdown } = await judgedBy((request) =>
      answer(answerStep({ step: request.step, prompt: promptOf(request) }, knowing)),
    );

    expect(trust).toMatchObject({ confirmed: 1, notJudged: 0 });
    expect(markdown).toContain(TRUE);
  });
});
