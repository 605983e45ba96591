"""``python -m cardcore.cli``: the command without its script."""

try:
    from cardcore.cli.start import main
except KeyboardInterrupt:
    raise SystemExit(130) from None

main()
