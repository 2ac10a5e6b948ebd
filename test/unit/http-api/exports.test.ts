import { RecordUnreadableError } from '@plumbline/report/record-reading';
import type { StoredReport } from '@plumbline/storage/runs';
import { S3Error } from '@plumbline/storage/s3';
import { describe, expect, it } from 'vitest';
import { createApiWorld } from '../../support/builders/api-world.ts';
import { researchProgress } from '../../support/builders/run-views.ts';
import { storedReport } from '../../support/builders/stored-report.ts';

const ID = 'research-limits-3f9a21';

describe('GET /api/runs/{researchId}/exports/{format}', () => {
  it('sends the report as a file with its type and name, complete', async () => {
    const stored = await storedReport(ID);
    const { api } = createApiWorld({ stored: [stored] });

    const response = await api.request(`/api/runs/${ID}/exports/pdf`);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${ID}.pdf`);
    expect(response.headers.get('plumbline-report')).toBe('complete');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(`pdf of ${stored.recordPath}`);
  });

  it('sends what a run under way has found, and says that it is partial', async () => {
    const running = { ...(await storedReport(ID)), reportPath: null, recordPath: null, hasReport: false };
    const progress = researchProgress({ researchId: ID, stage: 'researching' });
    const { api } = createApiWorld({ stored: [{ ...running, progress }] });

    const response = await api.request(`/api/runs/${ID}/exports/html`);

    expect(response.headers.get('plumbline-report')).toBe('partial');
    expect(response.headers.get('content-disposition')).toContain(`${ID}.partial.html`);
    expect(await response.text()).toBe(`html of what ${ID} found`);
  });

  it.each([
    { flaw: 'an unknown run', path: 'nowhere/exports/pdf', status: 404, detail: 'there is no run "nowhere"' },
    { flaw: 'an unknown format', path: `${ID}/exports/exe`, status: 400, detail: 'format' },
  ])('refuses $flaw', async ({ path, status, detail }) => {
    const { api } = createApiWorld({ stored: [await storedReport(ID)] });

    const response = await api.request(`/api/runs/${path}`);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(detail) });
  });

  it('says that a run ended without a report', async () => {
    const ended = { ...(await storedReport(ID)), reportPath: null, recordPath: null, hasReport: false };
    const progress = researchProgress({ researchId: ID, stage: 'cancelled' });
    const { api } = createApiWorld({ stored: [{ ...ended, progress }] });

    const response = await api.request(`/api/runs/${ID}/exports/pdf`);

    expect(response.status).toBe(422);
  });

  it.each([
    'exports/pdf',
    'exports/html',
    'report',
    'report?format=json',
    'reading',
    'claims/1/trace',
    'sources/s1/text',
    'sources/s1/original',
    'bundle',
    `comparison/${ID}`,
  ])('says of a finished run whose worker has another store that the report is not here: %s', async (path) => {
    const { api, runs } = createApiWorld();
    const otherStore = { what: 'the worker has another store', remedy: 'PLUMBLINE_HOME=/srv/worker' };
    runs.located = { status: 'completed', otherStore };

    const response = await api.request(`/api/runs/${ID}/${path}`);
    const problem = await response.text();

    expect(response.status).toBe(409);
    expect(JSON.parse(problem)).toMatchObject({
      detail: 'the run is over, but its report is elsewhere: the worker has another store',
      remedy: 'Ask a server that has the home of the worker.',
    });
    expect(problem).not.toContain('/srv');
  });

  it('names no path of the server where the record cannot be read', async () => {
    const exportReport = async ({ name }: StoredReport) => {
      throw new RecordUnreadableError(name, 'the file cannot be read');
    };
    const { api } = createApiWorld({ stored: [await storedReport(ID)], exports: { exportReport } });

    const response = await api.request(`/api/runs/${ID}/exports/pdf`);
    const text = await response.text();

    expect(response.status).toBe(503);
    expect(text).not.toContain('report.json');
  });

  it('asks to come again where the bucket of the texts is away, and does not name it', async () => {
    const exportReport = async () => {
      throw new S3Error('s3://texts cannot be reached', { status: 503, isTransient: true });
    };
    const { api } = createApiWorld({ stored: [await storedReport(ID)], exports: { exportReport } });

    const response = await api.request(`/api/runs/${ID}/exports/pdf`);
    const problem = await response.text();

    expect(response.status).toBe(503);
    expect(JSON.parse(problem)).toMatchObject({ remedy: 'Try again in a moment.' });
    expect(problem).not.toContain('s3://');
  });
});
