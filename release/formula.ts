// The Homebrew formula of a release.

/** The executables that Homebrew installs, as `understudy-NAME.tar.gz`. */
export const BREWED = ['macos-arm64', 'macos-x64', 'linux-arm64', 'linux-x64'] as const;

export interface Release {
  readonly version: string;
  /** One sentence without its full stop. */
  readonly description: string;
  readonly homepage: string;
  readonly license: string;
  /** The page of the repository, without a slash at its end. */
  readonly repository: string;
  /** SHA-256 of each archive, in hexadecimal digits. */
  readonly digests: Readonly<Record<(typeof BREWED)[number], string>>;
}

/** The text of `Formula/understudy.rb`. */
export function formulaOf({ version, description, homepage, license, repository, digests }: Release): string {
  const archive = (name: (typeof BREWED)[number]) => `
      url "${repository}/releases/download/v${version}/understudy-${name}.tar.gz"
      sha256 "${digests[name]}"`;
  return `class Understudy < Formula
  desc "${description}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

  on_macos do
    on_arm do${archive('macos-arm64')}
    end
    on_intel do${archive('macos-x64')}
    end
  end

  on_linux do
    on_arm do${archive('linux-arm64')}
    end
    on_intel do${archive('linux-x64')}
    end
  end

  def install
    bin.install "understudy"
    generate_completions_from_executable(bin/"understudy", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/understudy --version").strip
  end
end
`;
}
