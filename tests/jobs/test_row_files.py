"""Which values of rows are files that may be uploaded."""

from actwright.jobs.row_files import files_of


def test_only_files_below_the_named_folder_are_files(tmp_path):
    """Not by a link that leads out, `..` or an absolute path elsewhere; nothing without a folder."""
    folder, outside = tmp_path / "files", tmp_path / "secret.pdf"
    (folder / "cv").mkdir(parents=True)
    outside.write_text("secret")
    inside = folder / "cv" / "ada.pdf"
    inside.write_text("ada")
    (folder / "out.pdf").symlink_to(outside)
    values = {
        "relative": "cv/ada.pdf",
        "absolute": str(inside),
        "link": "out.pdf",
        "parent": "../secret.pdf",
        "roundabout": "cv/../cv/ada.pdf",
        "elsewhere": str(outside),
        "missing": "cv/bob.pdf",
        "no path": "a\0b.pdf",
        "folder": "cv",
    }

    assert files_of(values, folder) == {"relative": inside, "absolute": inside}
    assert files_of(values, None) == {}
