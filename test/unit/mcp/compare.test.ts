import { describe, expect, it } from 'vitest';
import { replaceReport } from '../../support/builders/stored-records.ts';
import { publishTwoReports } from '../../support/builders/two-reports.ts';
import { textsOf } from '../../support/processes/mcp-client.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

async function comparing() {
  const world = await createMcpWorld();
  const reports = await publishTwoReports(world.home);
  const client = await world.connect();
  const compare = (a: string, b: string) => client.callTool({ name: 'compare', arguments: { a, b } });
  return { world, ...reports, compare };
}

describe('the tool compare', () => {
  it('tells in its own words how many, and the claims as words of others', async () => {
    const { compare } = await comparing();

    const compared = await compare('research-lamp', 'research-other');
    const [said, quoted] = textsOf(compared);

    expect(said).toBe(
      'research-lamp (a) and research-other (b): claims: 1 on the same quotation in other words, 1 only in a, 1 only in b; 1 claim and 1 source in both.',
    );
    expect(quoted).toMatch(/^QUOTED CONTENT/u);
    expect(quoted).toContain('The harbour lamp burns for ten hours on one filling.');
    expect(compared.content[1]?._meta).toEqual({ 'plumbline/untrusted': true });
    expect(compared.structuredContent).toMatchObject({
      notice: expect.stringContaining('quoted content'),
      isEqual: false,
      claims: { sameEvidence: [{ a: { numbers: [1] }, b: { numbers: [1] } }] },
      settings: [{ name: 'settings.maxQuotes', a: 10, b: 4 }],
    });
  });

  it('says that a run and itself do not differ', async () => {
    const { compare } = await comparing();

    const [said] = textsOf(await compare('research-lamp', 'research-lamp'));

    expect(said).toBe('No difference between research-lamp (a) and research-lamp (b): 3 claims and 1 source in both.');
  });

  it('fails for an unknown run and an unreadable record, without a path', async () => {
    const { world, compare } = await comparing();
    await replaceReport(world.home, 'research-other', '{"a":1}');

    const unknown = await compare('research-lamp', 'nowhere');
    const unreadable = await compare('research-lamp', 'research-other');

    expect([unknown.isError, unreadable.isError]).toEqual([true, true]);
    expect(textsOf(unknown).join('\n')).toContain('there is no run "nowhere"');
    expect(textsOf(unreadable).join('\n')).toContain('what is stored for the run is not a report');
    expect(JSON.stringify(unreadable)).not.toContain(world.home);
  });
});
