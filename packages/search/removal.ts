export { hashesInIndex, type IndexOnDisk, listIndexes, removeIndex } from './index/index-removal.ts';
export { INDEX_LAYOUT } from './index/manifest.ts';
