export { ownCurrency } from './table/item-columns.ts';
export { type FilteredItems, filterItems } from './table/item-filter.ts';
export { type ItemTable, titledTest } from './table/item-table.ts';
