import { stripVTControlCharacters } from 'node:util';
import type { TextStream } from './output.ts';
import { displayWidth } from './text-layout.ts';

/** What redrawing needs of a terminal. */
export interface Screen extends TextStream {
  readonly columns?: number;
  readonly rows?: number;
}

export interface Redraw {
  /** Replaces the lines that were drawn last. */
  draw(lines: readonly string[]): void;
  /** Removes the lines, so that other text can be written. */
  clear(): void;
  /** Leaves the lines in place and shows the cursor again. */
  end(): void;
}

const ESCAPE = '\u001b[';

// Terminals with mode 2026 show everything between the two at once; others ignore it.
const BEGIN_UPDATE = `${ESCAPE}?2026h`;
const END_UPDATE = `${ESCAPE}?2026l`;
const HIDE_CURSOR = `${ESCAPE}?25l`;
const SHOW_CURSOR = `${ESCAPE}?25h`;

/** Redraws a few lines in the same place. */
export function createRedraw(screen: Screen): Redraw {
  let drawn: readonly string[] = [];
  /** After a resize the terminal may have wrapped the old lines, so their height is computed again. */
  const goHome = () => {
    const height = drawn.reduce((sum, line) => sum + rowsOf(line, screen.columns ?? 80), 0);
    return height === 0 ? '' : `${ESCAPE}${height}A\r`;
  };
  return {
    draw(lines) {
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      const body = lines.map((line) => `${ESCAPE}2K${line}\n`).join('');
      screen.write(`${BEGIN_UPDATE}${HIDE_CURSOR}${goHome()}${body}${ESCAPE}J${END_UPDATE}`);
      drawn = lines;
    },
    clear() {
      if (drawn.length > 0) screen.write(`${goHome()}${ESCAPE}J${SHOW_CURSOR}`);
      drawn = [];
    },
    end() {
      if (drawn.length > 0) screen.write(SHOW_CURSOR);
      drawn = [];
    },
  };
}

function rowsOf(line: string, columns: number): number {
  return Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns));
}
