import { describe, expect, it } from 'vitest';
import { createRedraw } from '../../../client/cli/watching/watch-run.ts';

function createScreen(columns: number) {
  const written: string[] = [];
  return { columns, written, write: (text: string) => written.push(text) > 0 };
}

describe('createRedraw', () => {
  it('moves back over the lines that it drew', () => {
    const screen = createScreen(40);
    const redraw = createRedraw(screen);
    redraw.draw(['one', 'two']);

    redraw.draw(['one', 'three']);

    expect(screen.written[1]).toContain('\u001b[2A\r\u001b[2Kone\n\u001b[2Kthree\n\u001b[J');
  });

  it('writes nothing when nothing has changed', () => {
    const screen = createScreen(40);
    const redraw = createRedraw(screen);
    redraw.draw(['one']);

    redraw.draw(['one']);

    expect(screen.written).toHaveLength(1);
  });

  it('counts the lines that a narrower terminal has wrapped', () => {
    const screen = createScreen(40);
    const redraw = createRedraw(screen);
    redraw.draw(['x'.repeat(30)]);
    screen.columns = 20;

    redraw.draw(['short']);

    expect(screen.written[1]).toContain('\u001b[2A');
  });

  it('removes everything when it is cleared', () => {
    const screen = createScreen(40);
    const redraw = createRedraw(screen);
    redraw.draw(['one', 'two']);

    redraw.clear();

    expect(screen.written[1]).toBe('\u001b[2A\r\u001b[J\u001b[?25h');
  });

  it('takes a terminal that says 0 columns for one of 80', () => {
    const screen = createScreen(0);
    const redraw = createRedraw(screen);
    redraw.draw(['x'.repeat(100)]);

    redraw.draw(['short']);

    expect(screen.written[1]).toContain('\u001b[2A\r');
  });
});
