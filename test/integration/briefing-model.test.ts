import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Activities } from '../../workflows/contracts/activities.ts';
import { qualityOf } from '../support/builders/research-fixtures.ts';
import { type ScriptedActivities, scriptActivities, scriptedCheck } from '../support/builders/scripted-activities.ts';
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
          return { themeId: id, summary: [{ text: 'The lamp burns longer.', citations }], focus: ['Norhaven lamps'] };
        }),
      });
    const { record } = await run(scriptActivities({ ...findsOnePage, composeBriefing }));
    const [theme] = record?.themes ?? [];

    expect(theme?.summary).toMatchObject([{ text: 'The lamp burns longer.' }]);
    expect(theme?.addedFocus).toEqual(['Norhaven lamps']);
    const checkReport: Activities['checkReport'] = async (input) =>
      scriptedCheck(input, {
        draft: { ...input.draft, sections: [] },
        quality: qualityOf({ claims: 1, statementsRemoved: 1 }),
      });
    const held = await run(scriptActivities({ ...findsOnePage, composeBriefing, checkReport }));
    expect(held.record?.themes[0]?.summary).toEqual([]);
  });
});
