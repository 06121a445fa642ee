// Fastify with fastify-openapi-glue and stored posts: `node glue.mjs PORT DOCUMENT.yaml`.
// Fastify validates requests and responses with the document; the rest is hand-written.

import Fastify from 'fastify';
import glue from 'fastify-openapi-glue';

const [port, specification] = process.argv.slice(2);
const posts = new Map(
  ['One', 'Two', 'Three', 'Four', 'Five'].map((title, index) => [index + 1, { id: index + 1, title, author: 'Ada' }]),
);
let last = posts.size;

const findPost = (request, reply) => {
  const post = posts.get(request.params.id);
  if (!post) reply.code(404).send({ message: 'There is no such post' });
  return post;
};

const serviceHandlers = {
  async listPosts({ query: { _page, _limit, author } }) {
    const found = [...posts.values()].filter((post) => author === undefined || post.author === author);
    return found.slice((_page - 1) * _limit, _page * _limit);
  },
  async addPost({ body }, reply) {
    last += 1;
    posts.set(last, { ...body, id: last });
    reply.code(201);
    return posts.get(last);
  },
  async getPost(request, reply) {
    return findPost(request, reply) ?? reply;
  },
  async replacePost(request, reply) {
    const post = findPost(request, reply);
    if (!post) return reply;
    posts.set(post.id, { ...request.body, id: post.id });
    return posts.get(post.id);
  },
  async changePost(request, reply) {
    const post = findPost(request, reply);
    if (!post) return reply;
    posts.set(post.id, { ...post, ...request.body, id: post.id });
    return posts.get(post.id);
  },
  async removePost(request, reply) {
    const post = findPost(request, reply);
    if (!post) return reply;
    posts.delete(post.id);
    return {};
  },
};

const app = Fastify();
app.register(glue, { specification, serviceHandlers });
await app.listen({ port: Number(port), host: '127.0.0.1' });
