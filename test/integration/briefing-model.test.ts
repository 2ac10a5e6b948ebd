import type { Activities } from '@plumbline/contracts/activities';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities, type ScriptedActivities } from '../support/builders/scripted-activities.ts';
import { findsOnePage } from '../support/builders/scripted-briefings.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { runBriefing } from '../support/worlds/scripted-briefing-run.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const run = (scripted: ScriptedActivities) => runBriefing(world, scripted);

describe('a briefing with a model', () => {
  it('shows what a model writes about a theme, unless verification removes it', async () => {
    const composeBriefing: Activities['composeBriefing'] = async ({ themes }) =>
      reasoned({
        themes: themes.map(({ theme: { id }, claims }) => {
          const citations = claims.flatMap((claim) => claim.citations);
          const summary = [{ text: 'The lamp burns longer.', citations }];
          return { themeId: id, summary, focus: ['Norhaven lamps'], beside: [] };
        }),
      });
    const scripted = scriptActivities({ ...findsOnePage, composeBriefing });
    const { record } = await run(scripted);
    const [theme] = record?.themes ?? [];

    expect(theme?.summary).toMatchObject([{ text: 'The lamp burns longer.' }]);
    expect(theme?.addedFocus).toEqual(['Norhaven lamps']);
    expect(scripted.inputsOf('verifyParts')).toMatchObject([{ parts: [{ part: 'section', claims: theme?.summary }] }]);
    // The claims are the words of their sources: the rules check them, a model is not asked.
    expect(scripted.inputsOf('checkReport')).toMatchObject([{ draft: { sections: [] } }]);

    const reason = 'it is ten hours';
    const verifyParts: Activities['verifyParts'] = async ({ parts }) =>
      reasoned(
        parts.map(({ claims }) => ({
          claims: [],
          refused: claims.map(({ text }) => ({ text, reason, outcome: 'left-out' as const })),
        })),
      );
    const held = await run(scriptActivities({ ...findsOnePage, composeBriefing, verifyParts }));
    expect(held.record?.themes[0]).toMatchObject({ summary: [], claims: [{ themeId: theme?.themeId }] });
    expect(held.record?.verification).toMatchObject({ statementsRemoved: 1, refused: [{ reason }] });
  });

  it('marks the passages that a model would strike, and keeps them on record', async () => {
    const passage = (text: string, key: string) => ({ text, place: '', day: null, citations: [key] });
    const passages = [passage('The lamp got a wick.', 'd1f1q1'), passage('The keeper likes tea.', 'd1f2q1')];
    const readDocuments: Activities['readDocuments'] = async ({ themes }) => ({
      documents: 1,
      undated: { count: 0, first: [] },
      themes: themes.map(({ id }) => ({
        themeId: id,
        said: { query: '', passages, fresh: 2, known: 0 },
        findings: [],
        wordsIds: [],
      })),
      elsewhere: null,
    });
    const composeBriefing: Activities['composeBriefing'] = async ({ themes }) =>
      reasoned({
        themes: themes.map(({ theme: { id } }) => ({ themeId: id, summary: [], focus: [], beside: ['d1f2q1'] })),
      });
    const readCanon: Activities['readCanon'] = async (input) => ({
      ...(await scriptActivities(findsOnePage).activities.readCanon(input)),
      corpusDirectories: ['/documents'],
    });
    const { record } = await run(scriptActivities({ ...findsOnePage, readCanon, readDocuments, composeBriefing }));

    expect(record?.themes[0]?.documents?.passages).toEqual([passages[0], { ...passages[1], isBeside: true }]);
  });

  it('keeps what is cited by address', async () => {
    const composeBriefing: Activities['composeBriefing'] = async ({ themes, findings }) =>
      reasoned({
        themes: themes.map(({ theme: { id } }) => {
          const citations = findings.map(({ findingId }) => `${findingId}s0-45`);
          return { themeId: id, summary: [{ text: 'The lamp burns longer.', citations }], focus: [], beside: [] };
        }),
      });
    const { record } = await run(scriptActivities({ ...findsOnePage, composeBriefing }));

    expect(record?.findings).toHaveLength(1);
  });
});
