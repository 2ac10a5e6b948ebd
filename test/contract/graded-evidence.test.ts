import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

const SUBJECTS = ['wick', 'oil', 'glass'] as const;
const RULES = SUBJECTS.map((subject) => `The keeper must inspect the ${subject} before sunset.`);
/** Each rule in a passage of its own, of some 1,800 characters. */
const HANDBOOK = SUBJECTS.map((subject, index) =>
  [`## The ${subject}`, RULES[index], `Nothing else is known of the ${subject}. `.repeat(45)].join('\n\n'),
).join('\n\n');

let server: ScriptedModelServer;
let world: TestActivities;
beforeAll(async () => {
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  const reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
  world = await createTestActivities(reasoner, { 'handbook.md': `# Handbook\n\n${HANDBOOK}\n` });
});
afterAll(async () => {
  await server.close();
  await world.dispose();
  server.assertDone();
});

async function promptFor(changes: Partial<SynthesizeReportInput>): Promise<string> {
  const graded = RULES.map(async (words, index) => {
    const contextTier = (index + 1) as Finding['contextTier'];
    return storedFinding(world, `t1f${index + 1}`, words, { contextTier, noted: true });
  });
  const findings = await Promise.all(graded);
  server.replyWith(answer(`${RULES[0]} [p1.2]`));
  await world.activities.synthesizeReport({
    ...BY_RULE,
    anchor: anchorOf(),
    corpusId: world.report.corpusId,
    clarificationSummary: null,
    taskTexts: ['What must the keeper inspect?'],
    findings,
    quotes: [],
    taskSummaries: [],
    gaps: [],
    length: 'brief',
    ...changes,
  });
  return (
    server.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n') ?? ''
  );
}

const caps = (tier1: number, tier2: number, tier3: number) => ({ tier1, tier2, tier3 });

describe('what a report is written from', () => {
  it('says of each passage how near it is to the question', async () => {
    const prompt = await promptFor({ tierCaps: caps(8, 5, 2) });

    const grades = [...prompt.matchAll(/undated; (\w+)\)/gu)].map(([, grade]) => grade);
    expect(grades).toEqual(['primary', 'supporting', 'background']);
    expect(prompt).not.toContain('<finding>');
  });

  it('is less with lower caps: the best whole, of the others their notes', async () => {
    const prompt = await promptFor({ tierCaps: caps(1, 0, 0), length: 'standard' });

    expect(prompt.match(/<passage /gu)).toHaveLength(1);
    expect(prompt).toContain('; primary)');
    expect(prompt).toMatch(/<finding>\n.*wick|<finding>\n.*oil/u);
  });

  it('has the words to keep with their addresses, as many as it was given', async () => {
    const finding = await storedFinding(world, 't1f1', RULES[0] ?? '');
    const quotes = finding.quotes.map((quote) => ({ ...quote, key: addressKeyOf({ ...quote, findingId: 't1f1' }) }));
    const prompt = await promptFor({ tierCaps: caps(8, 5, 2), quotes });

    expect(prompt).toMatch(/<quotes>\n\[p1\.\d\] “The keeper must inspect the wick before sunset\.”\n<\/quotes>/u);
    expect(await promptFor({ quotes })).not.toContain('<quotes>');
  });
});
