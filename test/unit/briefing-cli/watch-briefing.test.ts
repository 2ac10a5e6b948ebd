import { describe, expect, it } from 'vitest';
import type { BriefingObservation } from '../../../client/briefings/briefing-observation.ts';
import { watchBriefing } from '../../../client/cli/briefings/watch-briefing.ts';

const seen = (stage: string, ...details: string[]): BriefingObservation => ({
  status: 'running',
  progress: { stage, details },
  outcome: null,
  failure: null,
});
const OVER: BriefingObservation = { status: 'failed', progress: null, outcome: null, failure: 'no disk' };

async function watch(...looks: (BriefingObservation | null | Error)[]) {
  const lines: string[] = [];
  const over = await watchBriefing({
    look: async () => {
      const look = looks.shift();
      if (look instanceof Error) throw look;
      return look === undefined ? OVER : look;
    },
    say: (line) => lines.push(line),
    signal: new AbortController().signal,
    remedy: 'briefing run grid',
    lookEveryMs: 1,
  });
  return { lines, over };
}

describe('watching a briefing', () => {
  it('says each stage and each detail once, until it is over', async () => {
    const { lines, over } = await watch(
      null,
      seen('state'),
      seen('state', '3 themes'),
      seen('state', '3 themes'),
      seen('live search', '3 themes', '12 queries'),
    );

    expect(lines).toEqual(['Stage: state', '  3 themes', '  12 queries', 'Stage: live search']);
    expect(over).toBe(OVER);
  });

  it('goes on when the server does not answer for a moment', async () => {
    const unreachable = Object.assign(new Error('14 UNAVAILABLE'), { code: 14, details: '', metadata: {} });

    expect((await watch(unreachable, seen('state'))).lines).toEqual(['Stage: state']);
  });

  it('fails with what is no outage', async () => {
    await expect(watch(new Error('no such briefing'))).rejects.toThrow('no such briefing');
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const watched = watchBriefing({
      look: async () => {
        controller.abort(new Error('Ctrl-C'));
        return seen('state');
      },
      say: () => {},
      signal: controller.signal,
      remedy: '',
    });

    await expect(watched).rejects.toThrow('Ctrl-C');
  });
});
