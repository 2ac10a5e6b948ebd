import { addressKeyOf } from '@plumbline/contracts/evidence/citation-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActivitiesWithModel, createActivitiesWithModel } from '../support/builders/activities-with-model.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, type TestActivities } from '../support/builders/test-activities.ts';
import { answer, type ScriptedModelServer } from '../support/servers/scripted-model-server.ts';

const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
/** Of a finding that is not given. */
const UNSEEN = 't9f9s3-40';
const TIDE = 'The tide rises twice a day and floods the lower quay for three hours.';

let server: ScriptedModelServer;
let world: TestActivities;
let dispose: ActivitiesWithModel['dispose'];
beforeAll(async () => {
  ({ server, world, dispose } = await createActivitiesWithModel());
});
afterAll(() => dispose());

async function complete(written: string) {
  const known = await storedFinding(world, 't1f1', BURNS, { noted: true });
  const found = await storedFinding(world, 'r3t1f1', TIDE);
  const [key = ''] = known.quotes.map(({ start, end }) => addressKeyOf({ findingId: 't1f1', start, end }));
  server.replyWith(answer(written));
  const { value } = await world.activities.completeSections({
    ...BY_RULE,
    engine: 'configured',
    anchor: anchorOf(),
    corpusId: world.report.corpusId,
    summary: [{ text: 'Nine hours.', citations: [key], placement: { form: 'paragraph', block: 0 } }],
    sections: [
      {
        heading: 'Hours',
        claims: [
          {
            text: '9',
            citations: [key],
            placement: { form: 'table', block: 0, row: 'Lamp', column: 'h', head: ['What', 'h'] },
          },
          {
            text: 'Nights are longer.',
            citations: [],
            absence: { searched: 'night' },
            placement: { form: 'list', block: 1, item: 0 },
          },
          { text: 'It is old.', citations: [UNSEEN], placement: { form: 'list', block: 1, item: 1 } },
        ],
      },
    ],
    findings: [known, found],
    foundIds: ['r3t1f1'],
  });
  const prompt =
    server.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n') ?? '';
  return { value, prompt };
}

describe('sections that are completed', () => {
  it('are shown as they were written, beside what they cite and what is new', async () => {
    const { prompt } = await complete('-');

    const mark = /Nine hours (\[p(\d)\.\d\])\./u.exec(prompt);
    expect(mark).not.toBeNull();
    expect(prompt).toContain('## Hours\n\n| What | h |\n| --- | --- |');
    expect(prompt).toContain(`| Lamp | 9 ${mark?.[1]} |`);
    expect(prompt).toContain('- Nights are longer [none: night].');
    expect(prompt).toContain(`New are p${mark?.[2] === '1' ? 2 : 1}.`);
    expect(prompt).toContain('; primary)');
  });

  it('come back with their citations, the answer only where it stands in front', async () => {
    const whole = await complete('Nine hours [p1.1].\n\n## Hours\n\nThe quay is flooded [p2.1].');
    const section = await complete('## Hours\n\nThe quay is flooded [p2.1].');

    expect(whole.value.summary).toMatchObject([{ text: 'Nine hours.', citations: [expect.any(String)] }]);
    expect(section.value.summary).toEqual([]);
    for (const { value } of [whole, section]) {
      expect(value.sections).toMatchObject([
        { heading: 'Hours', claims: [{ text: 'The quay is flooded.', citations: [expect.any(String)] }] },
      ]);
    }
  });

  it('keep the citations of words that there is no room to show', async () => {
    const { value, prompt } = await complete('## Hours\n\nIt burns for nine hours [p0.1; p2.1].');

    const [citations] = value.sections.flatMap(({ claims }) => claims.map((claim) => claim.citations));
    expect(prompt).toContain('- It is old [p0.1].');
    expect(citations).toEqual([UNSEEN, expect.stringMatching(/^(?:t1f1|r3t1f1)s/u)]);
  });

  it('stay as they are where nothing new bears on them', async () => {
    expect((await complete('-')).value).toEqual({ summary: [], sections: [] });
  });
});
