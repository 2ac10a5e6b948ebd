import { describe, expect, it } from 'vitest';
import { publishReport } from '../../support/builders/published-report.ts';
import { textsOf } from '../../support/processes/mcp-client.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

const ID = 'research-limits-3f9a21';

describe('the report of a run', () => {
  it('is partial, and says so, while the run is under way', async () => {
    const client = await (await createMcpWorld()).connect();

    const report = await client.callTool({ name: 'research_report', arguments: { researchId: ID } });

    expect(report.structuredContent).toMatchObject({ isPartial: true, stage: 'researching' });
    expect(textsOf(report)[0]).toMatch(/^PARTIAL/);
  });

  it('comes as Markdown in parts, as claims with citations, verified, and as a resource', async () => {
    const world = await createMcpWorld();
    const { record } = await publishReport(world.home);
    const client = await world.connect();
    const { researchId } = record;
    const call = (name: string, given = {}) => client.callTool({ name, arguments: { researchId, ...given } });

    const whole = await call('research_report');
    const first = await call('research_report', { maxCharacters: 100 });
    const rest = await call('research_report', { offset: 100 });
    const claims = await call('research_report', { format: 'structured' });
    const verified = await call('verify');
    const { contents } = await client.readResource({ uri: `plumbline://runs/${researchId}/report` });

    expect(whole.structuredContent).toMatchObject({ isPartial: false, markdown: record.report.markdown });
    expect(first.structuredContent).toMatchObject({ nextOffset: 100, markdown: record.report.markdown.slice(0, 100) });
    expect(rest.structuredContent).toMatchObject({ nextOffset: null, markdown: record.report.markdown.slice(100) });
    expect(claims.structuredContent).toMatchObject({
      citations: record.report.citations.map(({ number, quote }) => ({ number, quote: quote.text })),
    });
    expect(verified.structuredContent).toMatchObject({ quotes: expect.any(Number), problems: expect.any(Array) });
    expect(JSON.stringify(verified)).not.toContain(world.home);
    expect(contents[0]).toMatchObject({ text: expect.stringContaining(record.report.markdown) });
  });

  it('leads to its sources as they were read, and to no other text of the store', async () => {
    const world = await createMcpWorld();
    const { record, textHash } = await publishReport(world.home);
    const client = await world.connect();
    const address = `plumbline://runs/${record.researchId}/sources`;

    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: `${address}/s1` });

    expect(resources.map(({ uri }) => uri)).toEqual([`plumbline://runs/${record.researchId}/report`, `${address}/s1`]);
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('burns for nine hours') });
    await expect(client.readResource({ uri: `${address}/${textHash}` })).rejects.toThrow(/not found/);
  });
});
