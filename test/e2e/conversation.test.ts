import { answerResultSchema } from '@plumbline/contracts/answers/answer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandWorld, createServedWorld, EMBEDDED } from '../support/worlds/command-world.ts';

const BURNING = 'How long does the harbour lamp burn on rapeseed oil?';
const NINE_HOURS = 'nine hours on one filling of rapeseed oil';

describe('conversations on a server that stays', () => {
  let world: CommandWorld;
  beforeAll(async () => {
    world = await createServedWorld();
  });
  afterAll(() => world.close());

  /** Asks in a new session. */
  async function ask(message: string, ...options: readonly string[]) {
    const { code, stdout, stderr } = await world.run('ask', message, '--corpus', world.documents, '--json', ...options);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return answerResultSchema.parse(JSON.parse(stdout));
  }

  it('show the answer, its sources and the passages around it', async () => {
    const { code, stdout } = await world.run('ask', BURNING, '--corpus', world.documents);

    expect(code).toBe(0);
    expect(stdout).toContain(NINE_HOURS);
    expect(stdout).toMatch(/^\[1\] .*lamp\.md:\d/m);
    expect(stdout).not.toContain('You could ask');
  });

  it('show how a follow-up was understood', async () => {
    const { sessionId } = await ask(BURNING);

    const { stdout } = await world.run('ask', 'And on whale oil?', '--session', sessionId);

    expect(stdout).toMatch(/Understood as: .*harbour lamp.*whale oil/i);
    expect(stdout).toContain('seven hours');
  });

  it('give the same answer for the same message id', async () => {
    const first = await ask(BURNING, '--message-id', 'mine');
    const again = await world.run('ask', BURNING, '--session', first.sessionId, '--message-id', 'mine', '--json');

    expect(JSON.parse(again.stdout)).toEqual(first);
  });

  it('refuse what makes no sense with exit code 2, and begin no session for it', async () => {
    const { sessionId } = await ask(BURNING, '--user', 'anna');
    const before = (await world.run('list', '--sessions', '--json')).stdout;

    const here = world.with(EMBEDDED);

    const refused = await Promise.all([
      world.run('ask', BURNING),
      here.run('ask', BURNING, '--corpus', `${world.documents}/missing`),
      world.run('ask', ' ', '--corpus', world.documents),
      world.run('ask', BURNING, '--session', 'chat-unknown'),
      world.run('ask', 'And on whale oil?', '--session', sessionId, '--user', 'berta'),
      world.run('chat', '--session', 'chat-unknown'),
      here.run('chat', '--corpus', `${world.documents}/missing`),
      here.run('serve', '--corpus', `${world.documents}/missing`),
    ]);

    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 2));
    expect(refused.map(({ stderr }) => stderr.split('\n').find((line) => line.startsWith('error:')))).toEqual([
      expect.stringContaining('--corpus'),
      expect.stringContaining('missing does not exist'),
      expect.stringContaining('the question is empty'),
      expect.stringContaining('there is no session "chat-unknown"'),
      expect.stringContaining('belongs to another user'),
      expect.stringContaining('there is no session "chat-unknown"'),
      expect.stringContaining('See: npx plumbline chat --help'),
      expect.stringContaining('See: npx plumbline serve --help'),
    ]);
    expect(refused[2]?.stderr).not.toContain('Connecting');
    expect((await world.run('list', '--sessions', '--json')).stdout).toBe(before);
    const goingOn = await world.run('ask', 'And on whale oil?', '--session', sessionId, '--user', 'anna');
    expect(goingOn.stdout).toContain('seven hours');
  });

  it('answer line by line in a chat, which shows what was said when it is opened again', async () => {
    const lines = `${BURNING}\nAnd on whale oil?\n/nonsense\n/helpful\n`;
    const first = await world.runWithInput(lines, 'chat', '--corpus', world.documents);
    const sessionId = /chat --session (\S+)/.exec(first.stderr)?.[1] ?? '';

    const second = await world.runWithInput('/session\n', 'chat', '--session', sessionId);

    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.stdout).toContain(NINE_HOURS);
    expect(first.stdout).toContain('seven hours');
    expect(first.stderr).toContain('There is no /nonsense');
    expect(first.stderr).toContain('Noted.');
    expect(second.stderr).toContain(`› ${BURNING}`);
    expect(second.stdout).toContain('seven hours');
    expect(second.stderr).toContain(sessionId);
  });

  it('take a rating of their last answer, and no other', async () => {
    const { answerId, sessionId } = await ask(BURNING);

    const taken = await world.run('ask', '/unhelpful I meant whale oil.', '--session', sessionId, '--json');
    const refused = await Promise.all([
      world.run('ask', '/helpful'),
      world.run('ask', '/helpful', '--session', 'chat-unknown'),
    ]);

    expect(JSON.parse(taken.stdout)).toEqual({ answerId, verdict: 'unhelpful', note: 'I meant whale oil.' });
    expect(refused.map(({ code }) => code)).toEqual([2, 2]);
    expect(refused[0]?.stderr).toContain('Name it with --session');
    expect(refused[1]?.stderr).toContain('there is no session');
  });

  it('are listed, shown, extended, cancelled and deleted by their ids', async () => {
    const { sessionId } = await ask('When is the wick of the harbour lamp replaced?', '--user', 'carla');
    const run = (...args: string[]) => world.run(...args);

    const list = await run('list', '--sessions', '--user', 'carla');
    const extended = await run('steer', sessionId, '--max-model-calls', '5000');
    const lowered = await run('steer', sessionId, '--max-model-calls', '5');
    const timed = await run('steer', sessionId, '--max-time', '8h', '--max-model-calls', '6000');
    const idle = await run('resume', sessionId, '--detach');
    const status = await run('status', sessionId.slice(-6));
    const open = await run('delete', sessionId, '--yes');
    const cancelled = await run('finish', sessionId, '--without-report');
    const over = await run('ask', 'And why?', '--session', sessionId, '--user', 'carla');
    const deleted = await run('delete', sessionId, '--yes');
    const unknown = await run('status', sessionId);

    expect(list.stdout).toContain(sessionId);
    expect(status.stdout).toMatch(/Turns +1,/);
    expect(status.stdout).toContain('of 5000 calls');
    expect([extended, status, cancelled, deleted].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect([lowered, timed, idle, open, over, unknown].map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(timed.stderr).toContain(
      'a session has no --max-time; its limits are --max-model-calls, --max-model-tokens,',
    );
    expect(idle.stderr).toContain('no answer is under way');
    expect(open.stderr).toContain('is still open');
    expect(over.stderr).toContain('is over (cancelled)');
  });
});
