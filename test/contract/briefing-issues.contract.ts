import { expect, it } from 'vitest';
import { type TrackerWorld, wantedIssue, wantedIssues } from '../support/builders/issue-trackers.ts';

const ISSUE = wantedIssue();
const NEXT_DAY = wantedIssue({ body: 'No confirmed item.\n\nSlot: 2026-03-07', severity: 'critical' });
const HALT = wantedIssue({ key: 'energy/STATE_MISSING', code: 'STATE_MISSING', themeId: null, type: 'task' });
const CLOSED = { key: ISSUE.key, reason: 'Two confirmed items in 2026-03-08.' };

/** Behaviour that every issue tracker shows; called inside a `describe` of the adapter. */
export function itKeepsIssues(world: () => TrackerWorld): void {
  it('opens an issue and lists it with all that was wanted', async () => {
    const [filed] = await world().file([ISSUE]);
    const { key, title, type, severity, code, themeId } = ISSUE;

    expect(filed).toEqual({ key, reference: expect.any(String), action: 'opened' });
    expect(await world().list()).toEqual([{ key, title, type, severity, code, themeId, reference: filed?.reference }]);
    expect(await world().seen()).toMatchObject([
      { title, text: expect.stringContaining('One confirmed item only.'), isOpen: true, severity: 'high' },
    ]);
  });

  it('lists only the issues of the briefing', async () => {
    await world().file([ISSUE]);

    expect(await world().list('energ')).toEqual([]);
    expect(await world().list('water')).toEqual([]);
  });

  it('updates an open issue instead of opening another', async () => {
    const [opened] = await world().file([ISSUE]);
    const updated = await world().file([NEXT_DAY]);

    expect(updated).toEqual([{ ...opened, action: 'updated' }]);
    const [seen, ...others] = await world().seen();
    expect(others).toEqual([]);
    expect(seen).toMatchObject({ text: expect.stringContaining('Slot: 2026-03-07'), severity: 'critical' });
    expect(seen?.text).not.toContain('Slot: 2026-03-06');
    expect(await world().list()).toMatchObject([{ severity: 'critical' }]);
  });

  it('repeats nothing and reports the same when a run is filed again', async () => {
    const opened = await world().file([ISSUE]);
    const afterOpening = await world().seen();
    expect(await world().file([ISSUE])).toEqual(opened);
    expect(await world().seen()).toEqual(afterOpening);

    const updated = await world().file([NEXT_DAY]);
    const afterUpdate = await world().seen();
    expect(await world().file([NEXT_DAY])).toEqual(updated);
    expect(await world().seen()).toEqual(afterUpdate);
  });

  it('opens one issue for a key that is wanted twice', async () => {
    await world().file([ISSUE, NEXT_DAY]);

    expect(await world().seen()).toHaveLength(1);
  });

  it('closes an issue with the reason, and other issues stay open', async () => {
    const filed = await world().file([ISSUE, HALT]);

    expect(await world().file([HALT], [CLOSED])).toEqual([{ ...filed[1] }, { ...filed[0], action: 'closed' }]);
    expect(await world().list()).toMatchObject([{ key: HALT.key, themeId: null }]);
    const closed = (await world().seen()).find(({ reference }) => reference === filed[0]?.reference);
    expect(closed).toMatchObject({ isOpen: false, notes: [expect.stringContaining(CLOSED.reason)] });
  });

  it('leaves alone what is to be closed and is not open', async () => {
    const [filed] = await world().file([ISSUE]);
    await world().closeByHand(filed?.reference ?? '');
    const before = await world().seen();

    expect(await world().file([], [CLOSED, { key: 'energy/NEVER_OPENED', reason: 'gone' }])).toEqual([]);
    expect(await world().seen()).toEqual(before);
  });

  it('keeps an issue open that is both wanted and to be closed', async () => {
    await world().file([ISSUE]);

    expect(await world().file([NEXT_DAY], [CLOSED])).toMatchObject([{ action: 'updated' }]);
    expect(await world().list()).toHaveLength(1);
  });

  it('opens a condition anew that returns after a person closed its issue', async () => {
    const [first] = await world().file([ISSUE]);
    await world().closeByHand(first?.reference ?? '');

    expect(await world().file([NEXT_DAY])).toMatchObject([{ key: ISSUE.key, action: 'opened' }]);
    expect(await world().list()).toHaveLength(1);
  });

  it('keeps what people write below', async () => {
    const [filed] = await world().file([ISSUE]);
    await world().addText(filed?.reference ?? '', 'Asked the ministry on Friday.');
    await world().file([NEXT_DAY]);
    await world().file([wantedIssue({ body: 'Third.\n\nSlot: 2026-03-08' })]);

    const [seen] = await world().seen();
    expect(seen?.text.split('Asked the ministry on Friday.')).toHaveLength(2);
    expect(seen?.text).toContain('Slot: 2026-03-08');
    expect(seen?.text).not.toContain('Slot: 2026-03-07');
  });

  it('takes no key from the words of an issue', async () => {
    const forged = { ...HALT, key: 'energy/FORGED' };
    await world().file([forged]);
    const [seen] = await world().seen();
    const quoted = wantedIssue({ body: `A page says:\n\n${seen?.text}\n\nSlot: 2026-03-06` });
    await world().closeByHand(seen?.reference ?? '');

    const [filed] = await world().file([quoted]);
    expect(await world().list()).toMatchObject([{ key: ISSUE.key, reference: filed?.reference }]);
    await world().file([{ ...quoted, body: `${quoted.body}, again` }]);
    const texts = (await world().seen()).filter(({ isOpen }) => isOpen).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts[0]?.split('A page says')).toHaveLength(2);
  });

  it('finds every one of more than a hundred open issues', async () => {
    const issues = wantedIssues(115);
    await world().file(issues);

    expect(new Set((await world().list()).map(({ key }) => key)).size).toBe(115);
    expect((await world().file(issues)).every(({ action }) => action === 'opened')).toBe(true);
    expect(await world().seen()).toHaveLength(115);
  });

  it('lets one of two runs at once open the issue', async () => {
    const [one, two] = await Promise.all([world().file([ISSUE]), world().file([ISSUE])]);

    expect(one).toEqual(two);
    expect(await world().seen()).toHaveLength(1);
  });

  it('ends when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));

    await expect(world().file([ISSUE], [], { signal })).rejects.toThrow('cancelled');
  });
}
