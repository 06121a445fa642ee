// Least-recently-used caches. The only module that imports lru-cache.

export { LRUCache } from 'lru-cache';
