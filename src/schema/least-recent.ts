// Caches whose entries that were not asked for the longest make room for others. The only door to lru-cache.

export { LRUCache } from 'lru-cache';
