// Preact and htm: the only import of these libraries.

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

/** The types of the library do not match its code. */
const { bind } = htm as unknown as { readonly bind: (this: unknown, make: typeof h) => unknown };

/** A template of elements. Values are text, attributes, listeners or elements; they are never parsed as HTML. */
export const html = bind.call(htm, h) as (pieces: TemplateStringsArray, ...values: readonly unknown[]) => VNode;
