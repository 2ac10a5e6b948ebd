import { describe, expect, it } from 'vitest';
import { EventParser } from '../../../packages/page/browser/api/following.ts';

const STREAM =
  ': hello\n\nid: a.b\nevent: run\ndata: {"kind":"run"}\n\ndata: one\ndata: two\n\n: still here\n\nid:c\r\ndata: windows\r\n\r\ndata: cut';

describe('a stream of server-sent events', () => {
  it('is read into its events, with the id that was last said', () => {
    expect(new EventParser().push(STREAM)).toEqual([
      { id: 'a.b', name: 'run', data: '{"kind":"run"}' },
      { id: 'a.b', name: 'message', data: 'one\ntwo' },
      { id: 'c', name: 'message', data: 'windows' },
    ]);
  });

  it('has the same events, wherever it is cut', () => {
    const whole = new EventParser().push(STREAM);
    for (let cut = 0; cut <= STREAM.length; cut++) {
      const parser = new EventParser();

      const events = [...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))];

      expect(events, `cut at ${cut}`).toEqual(whole);
    }
  });

  it('has no event until it is complete', () => {
    const parser = new EventParser();

    expect(parser.push('data: {"a":')).toEqual([]);
    expect(parser.push('1}\n')).toEqual([]);
    expect(parser.push('\n').map(({ data }) => data)).toEqual(['{"a":1}']);
  });
});
