// Runs the command of the unpacked package, beside which this file is.

const { registerHooks } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

// Handlers and configurations import the package, which is not beside them: it is this one.
const parentURL = pathToFileURL(__filename).href;
registerHooks({
  resolve(name, context, next) {
    const isOurs = name === 'understudy-api' || name.startsWith('understudy-api/');
    return next(name, isOurs ? { ...context, parentURL } : context);
  },
});
import(pathToFileURL(join(__dirname, 'node_modules/understudy-api/bin/understudy.js')).href);
