// The libraries of the page: the only door to Preact and htm.

import htm from 'htm';
import { Component, type ComponentChildren, createContext, h, type RefObject, render, type VNode } from 'preact';
import { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

export type { ComponentChildren, RefObject, VNode };
export {
  Component,
  createContext,
  render,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
};

/** The library's types say that it is written another way than it is. */
const { bind } = htm as unknown as { readonly bind: (this: unknown, make: typeof h) => unknown };

/** A template of elements. Values are text, attributes, listeners or other elements; nothing in them is read as HTML. */
export const html = bind.call(htm, h) as (pieces: TemplateStringsArray, ...values: readonly unknown[]) => VNode;
