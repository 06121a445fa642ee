// The theme: the default one, with the names of files above listings.

import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default DefaultTheme;
