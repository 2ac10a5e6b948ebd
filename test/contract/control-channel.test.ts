import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ControlChannel, openControlChannel } from '../../workers/supervisor/control-channel.ts';
import { waitUntil } from '../support/processes/processes.ts';

let channel: ControlChannel;
let isLingering: boolean;
/** What the supervisor was told. */
let events: (string | number)[];
beforeEach(async () => {
  isLingering = false;
  events = [];
  channel = await openControlChannel({
    onAttachmentsChange: (lingerSeconds) => void events.push(lingerSeconds),
    onKeep: () => void events.push('keep'),
    onStop: () => void events.push('stop'),
    onRenewWorker: () => void events.push('renew-worker'),
    isLingering: () => isLingering,
  });
});
afterEach(() => channel.close());

function request(purpose: string): Socket {
  const socket = connect({ port: channel.port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  socket.on('error', () => undefined).on('end', () => socket.end());
  socket.write(`${JSON.stringify({ token: channel.token, pid: 7, purpose })}\n`);
  return socket;
}

async function attached(): Promise<Socket> {
  const socket = request('attach');
  await waitUntil(() => channel.attachedPids().includes(7));
  return socket;
}

describe('the control channel', () => {
  it('passes on how long a command that leaves wants the supervisor to linger', async () => {
    const socket = await attached();

    socket.end(`${JSON.stringify({ lingerSeconds: 600 })}\n`);
    await waitUntil(() => channel.attachedPids().length === 0);

    expect(events).toEqual([0, 600]);
    socket.destroy();
  });

  it.each([
    { name: 'is killed', leave: (socket: Socket) => void socket.resetAndDestroy() },
    { name: 'says something else', leave: (socket: Socket) => void socket.end('{"lingerSeconds":"long"}\n') },
    { name: 'asks for too long', leave: (socket: Socket) => void socket.end('{"lingerSeconds":86401}\n') },
  ])('passes on no wish of a command that $name', async ({ leave }) => {
    const socket = await attached();

    leave(socket);
    await waitUntil(() => channel.attachedPids().length === 0);

    expect(events).toEqual([0, 0]);
    socket.destroy();
  });

  it('asks for another worker, and attaches nobody for that', async () => {
    const socket = request('renew-worker');

    await waitUntil(() => events.length > 0);

    expect(events).toEqual(['renew-worker']);
    expect(channel.attachedPids()).toEqual([]);
    socket.destroy();
  });

  it('stops a supervisor that lingers for a command that wants another', async () => {
    isLingering = true;
    const socket = request('stop-lingering');

    await waitUntil(() => events.length > 0);

    expect(events).toEqual(['stop']);
    socket.destroy();
  });

  it('does not stop one that is held', async () => {
    const holder = await attached();

    await once(request('stop-lingering'), 'close');

    expect(events).toEqual([0]);
    holder.destroy();
  });
});
