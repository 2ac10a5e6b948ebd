import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { describe, expect, it } from 'vitest';
import { readRow, tableRowsOf } from '../../passages/table-rows.ts';

const read = (text: string) => tableRowsOf(text, splitBlocks(text)).map(readRow);

describe('readRow', () => {
  it('names the row and the columns that merged cells of HTML cover', () => {
    const table = `<table>
<tr><th rowspan="2">Depot</th><th colspan='2'>Steel</th></tr>
<tr><th>Day</th><th>Month</th></tr>
<tr><td rowspan=2>South depot</td><td>23 euros</td><td>400 euros</td></tr>
<tr><td colspan=2>28 euros</td></tr>
</table>`;

    expect(read(table)).toEqual([
      'South depot — Steel Day: 23 euros; Steel Month: 400 euros',
      'South depot — Steel Day: 28 euros; Steel Month: 28 euros',
    ]);
  });

  it('reads on where a table claims millions of places', () => {
    const rows = '<tr><td colspan=1000 rowspan=65000>North depot</td><td>19 euros</td></tr>\n'.repeat(600);

    expect(read(`<table>\n${rows}</table>`)).toHaveLength(600);
  });

  it('names no columns of a table whose header is empty', () => {
    expect(read('|  |  |\n| --- | --- |\n| Length | 30 m |')).toEqual(['Length — 30 m']);
  });
});
